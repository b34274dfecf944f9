"""
Charts with one planted defect each, and charts without defects.

The charts were written before the rules that find the defects. A defect counts as found if a finding has
one of the codes and its text or location has the fragment.
"""

# ruff: noqa: E501 (lines of documents)

from __future__ import annotations

import random
from typing import NamedTuple


class Planted(NamedTuple):
    """A defect: its name, the body of the document, accepted codes, and a fragment of the finding."""

    name: str
    body: str
    codes: tuple[str, ...]
    fragment: str


def _n(start: str = "0") -> str:
    return f'<datamodel><data id="n" expr="{start}"/></datamodel>'


PLANTED = (
    Planted(
        "a guard contradicts its own source by In",
        """<state id="a"><transition event="go" target="b"/></state>
        <state id="b"><transition event="go" cond="In('a')" target="c"/>
          <transition event="back" target="a"/></state>
        <state id="c"><transition event="back" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "c",
    ),
    Planted(
        "a guard needs two exclusive states",
        """<parallel id="p"><state id="l"><state id="l1"><transition event="go" target="l2"/></state>
          <state id="l2"><transition event="go" target="l1"/></state></state>
          <state id="r"><state id="r1"><transition event="on" cond="In('l1') &amp;&amp; In('l2')"
             target="r2"/></state>
          <state id="r2"><transition event="on" target="r1"/></state></state></parallel>""",
        ("CHART101", "CHART102"),
        "r2",
    ),
    Planted(
        "a negated In of an ancestor",
        """<state id="a"><state id="a1"><transition event="go" cond="!In('a')" target="b"/>
          <transition event="on" target="a2"/></state>
          <state id="a2"><transition event="on" target="a1"/></state></state>
        <state id="b"><transition event="go" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "b",
    ),
    Planted(
        "In names a state that does not exist",
        """<parallel id="p"><state id="door"><state id="open"><transition event="t" target="shut"/></state>
          <state id="shut"><transition event="t" target="open"/></state></state>
          <state id="alarm"><state id="off"><transition event="on" cond="!In('opened')" target="armed"/>
          </state><state id="armed"><transition event="on" target="off"/></state></state></parallel>""",
        ("CHART112",),
        "opened",
    ),
    Planted(
        "a raised event is misspelled",
        """<state id="a"><transition event="go" target="b"><raise event="finnished"/></transition></state>
        <state id="b"><transition event="finished" target="a"/></state>""",
        ("CHART109",),
        "finnished",
    ),
    Planted(
        "a raised event waits in another state only",
        """<state id="a"><transition event="go" target="b"><raise event="hello"/></transition></state>
        <state id="b"><transition event="go" target="c"/></state>
        <state id="c"><transition event="hello" target="a"/><transition event="go" target="a"/></state>""",
        ("CHART109",),
        "hello",
    ),
    Planted(
        "a delayed event that nobody takes",
        """<state id="a"><onentry><send event="tooLate" delay="5"/></onentry>
          <transition event="go" target="b"/><transition event="too.late" target="b"/></state>
        <state id="b"><transition event="go" target="a"/></state>""",
        ("CHART109",),
        "tooLate",
    ),
    Planted(
        "a raise within a branch that nobody takes",
        _n()
        + """<state id="a"><transition event="go"><assign location="n" expr="n &lt; 3 ? n + 1 : 0"/>
          <if cond="n == 2"><raise event="half"/></if></transition>
          <transition event="off" target="z"/></state><final id="z"/>""",
        ("CHART109",),
        "half",
    ),
    Planted(
        "a history that no transition enters",
        """<state id="work"><history id="resume"><transition target="w1"/></history>
          <state id="w1"><transition event="go" target="w2"/></state>
          <state id="w2"><transition event="go" target="w1"/></state>
          <transition event="pause" target="idle"/></state>
        <state id="idle"><transition event="resume" target="work"/></state>""",
        ("CHART110",),
        "resume",
    ),
    Planted(
        "a gap at the border of two ranges",
        """<datamodel><data id="n" expr="0"/></datamodel>
        <state id="a"><transition event="up"><assign location="n" expr="n &lt; 9 ? n + 1 : 0"/>
          </transition>
          <transition event="go" cond="n &lt; 5" target="b"/>
          <transition event="go" cond="n > 5" target="c"/></state>
        <state id="b"><transition event="go" target="a"/></state>
        <state id="c"><transition event="go" target="a"/></state>""",
        ("CHART111",),
        "n",
    ),
    Planted(
        "a gap between guards on the data of an event",
        """<state id="a"><transition event="pay" cond="_event.data.sum &lt; 100" target="b"/>
          <transition event="pay" cond="_event.data.sum > 100" target="c"/></state>
        <state id="b"><transition event="go" target="a"/></state>
        <state id="c"><transition event="go" target="a"/></state>""",
        ("CHART111",),
        "pay",
    ),
    Planted(
        "an enumeration with a forgotten value",
        """<datamodel><data id="mode" expr="'day'"/></datamodel>
        <state id="a"><transition event="night"><assign location="mode" expr="'night'"/></transition>
          <transition event="dusk"><assign location="mode" expr="'dusk'"/></transition>
          <transition event="go" cond="mode == 'day'" target="b"/>
          <transition event="go" cond="mode == 'night'" target="c"/></state>
        <state id="b"><transition event="go" target="a"/></state>
        <state id="c"><transition event="go" target="a"/></state>""",
        ("CHART111",),
        "dusk",
    ),
    Planted(
        "a counter that is reset before the limit of the guard",
        _n()
        + """<state id="a"><transition event="go" cond="n == 5" target="done"/>
          <transition event="go"><assign location="n" expr="n &lt; 3 ? n + 1 : 0"/></transition></state>
        <state id="done"><transition event="again" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "done",
    ),
    Planted(
        "a counter by twos that never is odd",
        _n()
        + """<state id="a"><transition event="go"><assign location="n" expr="(n + 2) % 6"/></transition>
          <transition event="odd" cond="n % 2 == 1" target="b"/></state>
        <state id="b"><transition event="go" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "b",
    ),
    Planted(
        "two variables that are never true together",
        """<datamodel><data id="x" expr="false"/><data id="y" expr="false"/></datamodel>
        <state id="a"><transition event="x"><assign location="x" expr="true"/>
            <assign location="y" expr="false"/></transition>
          <transition event="y"><assign location="y" expr="true"/>
            <assign location="x" expr="false"/></transition>
          <transition event="go" cond="x &amp;&amp; y" target="b"/></state>
        <state id="b"><transition event="back" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "b",
    ),
    Planted(
        "a cycle from which the end cannot be reached",
        """<state id="a"><transition event="go" target="b"/><transition event="err" target="r1"/></state>
        <state id="b"><transition event="go" target="z"/></state>
        <state id="r1"><transition event="retry" target="r2"/></state>
        <state id="r2"><transition event="retry" target="r1"/></state><final id="z"/>""",
        ("CHART108",),
        "r1",
    ),
    Planted(
        "a cycle of three within a compound state",
        """<state id="a"><transition event="go" target="loop"/><transition event="end" target="z"/></state>
        <state id="loop"><state id="l1"><transition event="n" target="l2"/></state>
          <state id="l2"><transition event="n" target="l3"/></state>
          <state id="l3"><transition event="n" target="l1"/></state></state><final id="z"/>""",
        ("CHART108",),
        "l1",
    ),
    Planted(
        "a region that never ends, so the parallel is never done",
        """<parallel id="p"><state id="l"><state id="l1"><transition event="go" target="lf"/></state>
          <final id="lf"/></state>
          <state id="r"><state id="r1"><transition event="go" target="r2"/></state>
          <state id="r2"><transition event="go" target="r1"/></state></state>
          <transition event="done.state.p" target="z"/></parallel><final id="z"/>""",
        ("CHART101", "CHART102"),
        "z",
    ),
    Planted(
        "done of a state without a final state",
        """<state id="a"><state id="a1"><transition event="go" target="a2"/></state>
          <state id="a2"><transition event="go" target="a1"/></state>
          <transition event="done.state.a" target="b"/></state>
        <state id="b"><transition event="go" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "b",
    ),
    Planted(
        "an inner transition shadows the outer in every child",
        """<state id="a"><transition event="stop" target="b"/>
          <state id="a1"><transition event="stop" target="a2"/></state>
          <state id="a2"><transition event="stop" target="a1"/></state></state>
        <state id="b"><transition event="go" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "b",
    ),
    Planted(
        "an earlier transition on a prefix takes the event",
        """<state id="a"><transition event="error" target="b"/>
          <transition event="error.disk" target="c"/></state>
        <state id="b"><transition event="go" target="a"/></state>
        <state id="c"><transition event="go" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "c",
    ),
    Planted(
        "a trap whose guard never holds",
        _n()
        + """<state id="a"><transition event="go" target="b"/></state>
        <state id="b"><transition event="back" cond="n > 0" target="a"/></state>""",
        ("CHART102", "CHART103"),
        "b",
    ),
    Planted(
        "a trap whose events come from nowhere",
        """<state id="a"><transition event="go" target="b"/></state>
        <state id="b"><state id="b1"/><transition event="done.state.b" target="a"/></state>""",
        ("CHART102", "CHART103"),
        "b",
    ),
    Planted(
        "eventless transitions in a circle",
        """<state id="a"><transition event="go" target="b"/></state>
        <state id="b"><transition target="c"/></state><state id="c"><transition target="b"/></state>""",
        ("CHART105",),
        "b",
    ),
    Planted(
        "an internal event that raises itself",
        """<state id="a"><transition event="go"><raise event="go"/></transition>
          <transition event="off" target="z"/></state><final id="z"/>""",
        ("CHART105",),
        "without end",
    ),
    Planted(
        "an eventless circle by the data",
        _n()
        + """<state id="a"><transition event="go" target="b"/></state>
        <state id="b"><transition cond="n &lt; 5" target="c"/><transition event="go" target="a"/></state>
        <state id="c"><transition target="b"/></state>""",
        ("CHART105",),
        "b --> c",
    ),
    Planted(
        "overlapping ranges",
        """<state id="a"><transition event="pay" cond="_event.data.sum &lt;= 100" target="b"/>
          <transition event="pay" cond="_event.data.sum >= 100" target="c"/></state>
        <state id="b"><transition event="go" target="a"/></state>
        <state id="c"><transition event="go" target="a"/></state>""",
        ("CHART104",),
        "pay",
    ),
    Planted(
        "an initial state that skips the login",
        """<state id="login"><transition event="ok" target="home"/></state>
        <state id="home"><transition event="go" target="home2"/></state>
        <state id="home2"><transition event="go" target="home"/></state>""",
        ("CHART101",),
        "login",
    ),
    Planted(
        "a timer that is always left before it fires",
        """<state id="a"><transition xmlns:k="urn:kempe:scxml" k:after="10" target="late"/>
          <transition xmlns:k="urn:kempe:scxml" k:after="5" target="b"/></state>
        <state id="b"><transition event="go" target="a"/></state>
        <state id="late"><transition event="go" target="a"/></state>""",
        ("CHART101", "CHART102"),
        "late",
    ),
    Planted(
        "a sent event is cancelled before it is due",
        """<state id="a"><onentry><send id="t" event="timeout" delay="5"/><cancel sendid="t"/></onentry>
          <transition event="go" target="b"/></state>
        <state id="b"><transition event="go" target="a"/><transition event="late" target="a"/>
          <onentry><raise event="timeout.late"/></onentry></state>""",
        ("CHART109",),
        "timeout",
    ),
)
#: Attributes of the root of a planted chart, by name.
ATTRIBUTES = {"an initial state that skips the login": 'initial="home"'}

HEALTHY = {
    "turnstile": _n()
    + """<state id="locked"><transition event="coin" target="open"/></state>
    <state id="open"><transition event="push" target="locked"/>
      <transition event="coin"><assign location="n" expr="n + 1"/></transition></state>""",
    "counter": _n()
    + """<state id="a"><transition event="go" cond="n &lt; 3" target="b"/>
      <transition event="go" cond="n >= 3" target="c"/></state>
    <state id="b"><transition event="go" target="a"><assign location="n" expr="n + 1"/></transition>
    </state><final id="c"/>""",
    "player": """<state id="off"><transition event="power" target="h"/></state>
    <state id="on"><history id="h" type="deep"><transition target="stopped"/></history>
      <state id="stopped"><transition event="play" target="playing"/></state>
      <state id="playing"><transition event="stop" target="stopped"/>
        <state id="fast"><transition event="slow" target="normal"/></state>
        <state id="normal"><transition event="fast" target="fast"/></state></state>
      <transition event="power" target="off"/></state>""",
    "parallel": """<parallel id="p">
      <state id="l"><state id="l1"><transition event="go" target="lf"/></state><final id="lf"/></state>
      <state id="r"><state id="r1"><transition event="stop" cond="In('lf')" target="rf"/></state>
        <final id="rf"/></state>
      <transition event="done.state.p" target="z"/></parallel><final id="z"/>""",
    "retry": _n()
    + """<state id="try"><transition event="fail" cond="n &lt; 2" target="wait">
        <assign location="n" expr="n + 1"/></transition>
      <transition event="fail" target="dead"/><transition event="ok" target="fine"/></state>
    <state id="wait"><transition xmlns:k="urn:kempe:scxml" k:after="5" target="try"/></state>
    <final id="dead"/><final id="fine"/>""",
    "order": """<state id="cart"><transition event="pay" cond="_event.data.sum > 0" target="paid"/>
      <transition event="pay" cond="_event.data.sum &lt;= 0"/></state>
    <state id="paid"><onentry><send event="ship" delay="3"/></onentry>
      <transition event="ship" target="sent"/></state><final id="sent"/>""",
    "elevator": """<datamodel><data id="floor" expr="0"/></datamodel>
    <state id="idle"><transition event="up" cond="floor &lt; 3" target="moving">
        <assign location="floor" expr="floor + 1"/></transition>
      <transition event="down" cond="floor > 0" target="moving">
        <assign location="floor" expr="floor - 1"/></transition></state>
    <state id="moving"><transition xmlns:k="urn:kempe:scxml" k:after="2" target="idle"/></state>""",
    "dialog": """<state id="main"><state id="m1"><transition event="next" target="m2"/></state>
      <state id="m2"><transition event="next" target="mf"/></state><final id="mf"/>
      <transition event="cancel" target="gone"/><transition event="done.state.main" target="ok"/></state>
    <final id="gone"/><final id="ok"/>""",
    "reentry": """<state id="s"><state id="a"><transition event="x" target="s"/></state></state>""",
    "signals": """<parallel id="p"><state id="l"><state id="l1">
        <transition event="go" target="l2"><raise event="moved"/></transition></state>
      <state id="l2"><transition event="go" target="l1"><raise event="moved"/></transition></state></state>
      <state id="r"><state id="r1"><transition event="moved" target="r2"/></state>
      <state id="r2"><transition event="moved" target="r1"/></state></state></parallel>""",
    "ended by a plain state": """<state id="a"><transition event="go" target="end"/></state>
    <state id="end"/>""",
    "guarded by a flag": """<datamodel><data id="armed" expr="false"/></datamodel>
    <state id="a"><transition event="arm"><assign location="armed" expr="true"/></transition>
      <transition event="go" cond="armed" target="b"><assign location="armed" expr="false"/>
      </transition></state>
    <state id="b"><transition event="back" target="a"/></state>""",
}


def healthy_chart(seed: int) -> str:
    """Return the body of a random chart without defects: every state is on a cycle through the first."""
    chance = random.Random(seed)
    lines, tops = [], chance.randint(2, 6)
    for i in range(tops):
        following = f"s{(i + 1) % tops}"
        jumps = "".join(
            f'<transition event="jump{j}" target="s{chance.randrange(tops)}"/>'
            for j in range(chance.randint(0, 2))
        )
        kind = chance.choice(("atomic", "compound", "parallel", "counter", "timer"))
        if kind == "atomic":
            lines.append(
                f'<state id="s{i}"><transition event="go" target="{following}"/>{jumps}</state>'
            )
        elif kind == "compound":
            size = chance.randint(2, 4)
            inner = "".join(
                f'<state id="s{i}c{j}"><transition event="step" target="s{i}c{(j + 1) % size}"/></state>'
                for j in range(size)
            )
            lines.append(
                f'<state id="s{i}">{inner}<transition event="go" target="{following}"/>{jumps}</state>'
            )
        elif kind == "parallel":
            regions = "".join(
                f'<state id="s{i}r{j}"><state id="s{i}r{j}a"><transition event="e{j}" '
                f'target="s{i}r{j}f"/></state><final id="s{i}r{j}f"/></state>'
                for j in range(chance.randint(2, 3))
            )
            lines.append(
                f'<parallel id="s{i}">{regions}<transition event="done.state.s{i}" '
                f'target="{following}"/>{jumps}</parallel>'
            )
        elif kind == "counter":
            limit = chance.randint(1, 4)
            lines.append(
                f'<state id="s{i}"><datamodel><data id="n{i}" expr="0"/></datamodel>'
                f'<transition event="go" cond="n{i} &lt; {limit}">'
                f'<assign location="n{i}" expr="n{i} + 1"/></transition>'
                f'<transition event="go" cond="n{i} >= {limit}" target="{following}">'
                f'<assign location="n{i}" expr="0"/></transition>{jumps}</state>'
            )
        else:
            lines.append(
                f'<state id="s{i}"><transition xmlns:k="urn:kempe:scxml" k:after="{chance.randint(1, 9)}" '
                f'target="{following}"/>{jumps}</state>'
            )
    return "".join(lines)
