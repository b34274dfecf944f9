"""Sentences and replies that were labelled before the parser read them."""

from __future__ import annotations

from collections import Counter

from tests.agents.coloring.dialogue import SENTENCES, verdict


def test_no_sentence_is_misread_with_confidence():
    verdicts = {text: verdict(text, label) for text, label in SENTENCES}
    assert [text for text, found in verdicts.items() if found == "confident"] == []
    counts = Counter(verdicts.values())
    assert counts["right"] >= 0.85 * len(SENTENCES)
    assert counts["right"] + counts["asked"] >= 0.92 * len(SENTENCES)
