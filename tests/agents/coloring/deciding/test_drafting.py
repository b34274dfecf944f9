from dataclasses import replace

import pytest

from agents.coloring.conformance import PRODUCT
from agents.coloring.deciding.drafting import drafted
from agents.coloring.messages import fingerprint
from agents.coloring.modes import MODES

from ..support import at, compute, seen


@pytest.mark.parametrize("mode", ["LLM_U", "LLM_C"])
def test_a_message_that_programs_know_is_not_worded_again(mode):
    view = seen(person=None)
    beliefs = dict.fromkeys(view.owners, "red")
    computed = replace(compute(view, at(view, beliefs=beliefs), PRODUCT), mode=MODES[mode])
    drafts = drafted(computed).drafts
    assert {one.recipient for one in drafts.fresh} == {*view.peers}
    assert all(one.text for one in drafts.fresh)

    peer, *others = view.peers
    [first] = [one for one in drafts.fresh if one.recipient == peer]
    before = replace(
        computed.before, sent={peer: (fingerprint(first),)}, announced={peer: dict(first.report)}
    )
    again = drafted(replace(computed, before=before)).drafts
    assert {one.recipient for one in again.fresh} == {*again.messages} == {*others}
    assert again.tables.keys() == drafts.tables.keys()
    # A person reads the words, with what they answer.
    for_person = replace(view, person=peer)
    asked = drafted(replace(computed, view=for_person, before=before)).drafts
    assert asked.messages[peer].text
    assert peer not in {one.recipient for one in asked.fresh}
