"""The judge's search for names that a recipient does not see."""

import re

from hypothesis import given
from hypothesis import strategies as st

from agents.coloring.game.judge import _words


@given(st.text() | st.text(st.characters(max_codepoint=127)))
def test_words_are_those_of_the_regular_expression(text):
    assert list(_words(text)) == re.findall(r"\w+", text)
