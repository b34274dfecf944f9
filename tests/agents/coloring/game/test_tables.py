import json

from agents.canonical import canonical
from agents.coloring.game.tables import OfferTexts, seat_text
from agents.coloring.setup import TeamSettings, make_engine
from agents.world import TraceDb


def test_texts_of_seats_are_canonical_whatever_was_kept_of_the_last_ones():
    topology = "random:clusters=5,nodes=5,links=3,person=0,seed=2"
    for mode in ("RB", "LLM_U"):
        settings = TeamSettings(mode=mode, topology=topology, max_steps=15).complete()
        kept: dict = {}
        offers = OfferTexts()
        told = set()
        with TraceDb(":memory:") as trace:
            trace.insert_run(settings.metadata())
            engine, domain = make_engine(settings, trace)

            def look(_, domain=domain, kept=kept, offers=offers, told=told):
                for name, seat in domain.situations().items():
                    text = seat_text(seat, offers, kept.setdefault(name, {}))
                    assert text == seat_text(seat, OfferTexts()) == canonical(json.loads(text))
                    assert json.loads(text) == json.loads(canonical(seat.json_dict()))
                    told.update(field for field, value in json.loads(text).items() if value)

            engine.run(15, look)
        assert {"past", "heard", "announced", "place"} <= told
