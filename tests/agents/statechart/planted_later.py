"""Charts with one defect each, and healthy charts, written after the rules and before any mending of them."""

# ruff: noqa: E501 (lines of documents)

from __future__ import annotations

from .planted import Planted

PLANTED = (
    Planted(
        "a refund above what the coins can reach",
        """<datamodel><data id="credit" expr="0"/></datamodel>
        <state id="idle"><transition event="coin" cond="credit &lt; 50"><assign location="credit" expr="credit + 10"/></transition>
          <transition event="select" cond="credit >= 30" target="vend"><assign location="credit" expr="credit - 30"/></transition>
          <transition event="refund" cond="credit > 60" target="payout"/></state>
        <state id="vend"><transition event="taken" target="idle"/></state>
        <state id="payout"><onentry><assign location="credit" expr="0"/></onentry><transition event="taken" target="idle"/></state>""",
        ("CHART101", "CHART102"),
        "payout",
    ),
    Planted(
        "a boost that needs the fan on and off",
        """<parallel id="hood"><state id="fan"><state id="fan_off"><transition event="fan" target="fan_on"/></state>
            <state id="fan_on"><transition event="fan" target="fan_off"/>
              <transition event="boost" cond="In('fan_off') || In('lamp_broken')" target="boosted"/></state>
            <state id="boosted"><transition event="fan" target="fan_off"/></state></state>
          <state id="lamp"><state id="lamp_off"><transition event="lamp" target="lamp_on"/></state>
            <state id="lamp_on"><transition event="lamp" target="lamp_off"/></state></state></parallel>""",
        ("CHART101", "CHART102", "CHART112"),
        "boost",
    ),
    Planted(
        "a lift raises an event in the wrong case",
        """<datamodel><data id="at" expr="0"/><data id="to" expr="0"/></datamodel>
        <state id="waiting"><transition event="call" cond="_event.data.floor in [0, 1, 2]" target="moving">
            <assign location="to" expr="_event.data.floor"/></transition></state>
        <state id="moving"><onentry><assign location="at" expr="to"/><raise event="Arrived"/></onentry>
          <transition event="arrived" target="waiting"/><transition event="stop" target="waiting"/></state>""",
        ("CHART109",),
        "Arrived",
    ),
    Planted(
        "an order on hold cannot be left",
        """<state id="open"><transition event="pay" target="packing"/><transition event="cancel" target="cancelled"/></state>
        <state id="packing"><transition event="missing" target="hold"/><transition event="packed" target="sent"/></state>
        <state id="hold"><onentry><log label="on hold"/></onentry></state>
        <final id="sent"/><final id="cancelled"/>""",
        ("CHART103",),
        "hold",
    ),
    Planted(
        "a password form without a way back",
        """<state id="form"><initial><transition target="name"/></initial>
          <state id="name"><transition event="next" target="mail"/></state>
          <state id="mail"><transition event="next" target="review"/><transition event="forgot" target="reset"/></state>
          <state id="review"><transition event="send" target="sent"/><transition event="edit" target="name"/></state>
          <state id="reset"><state id="ask"><transition event="code" target="enter"/></state>
            <state id="enter"><transition event="wrong" target="ask"/><transition event="late" target="ask"/></state></state>
          <final id="sent"/>
          <transition event="done.state.form" target="bye"/></state>
        <final id="bye"/>""",
        ("CHART108",),
        "ask",
    ),
    Planted(
        "a thermostat forgets a temperature",
        """<datamodel><data id="t" expr="20"/></datamodel>
        <state id="rest"><transition event="hot"><assign location="t" expr="t &lt; 30 ? t + 1 : 30"/></transition>
          <transition event="cold"><assign location="t" expr="t > 10 ? t - 1 : 10"/></transition>
          <transition event="check" cond="t &lt; 18" target="heating"/>
          <transition event="check" cond="t > 18 &amp;&amp; t &lt;= 25"/>
          <transition event="check" cond="t > 25" target="cooling"/></state>
        <state id="heating"><transition event="check" target="rest"/></state>
        <state id="cooling"><transition event="check" target="rest"/></state>""",
        ("CHART111",),
        "18",
    ),
    Planted(
        "two discounts for an order of three",
        """<state id="basket"><transition event="total" cond="_event.data.items >= 3" target="small"/>
            <transition event="total" cond="_event.data.items &lt;= 3" target="none"/></state>
        <state id="small"><transition event="again" target="basket"/></state>
        <state id="none"><transition event="again" target="basket"/></state>""",
        ("CHART104",),
        "total",
    ),
    Planted(
        "a catch-all before the stop",
        """<state id="run"><transition event="*"><log label="ignored"/></transition>
          <transition event="stop" target="off"/></state>
        <state id="off"><transition event="start" target="run"/></state>""",
        ("CHART101", "CHART102"),
        "off",
    ),
    Planted(
        "a check of data that excludes itself",
        """<state id="gate"><transition event="card" cond="_event.data.level > 5 &amp;&amp; _event.data.level &lt; 3" target="vault"/>
          <transition event="card" cond="_event.data.level &lt;= 5" target="hall"/></state>
        <state id="vault"><transition event="leave" target="gate"/></state>
        <state id="hall"><transition event="leave" target="gate"/></state>""",
        ("CHART101", "CHART102"),
        "vault",
    ),
    Planted(
        "a beat that raises the next beat",
        """<state id="on"><transition event="start"><raise event="beat"/></transition>
          <transition event="beat"><raise event="beat"/></transition>
          <transition event="stop" target="off"/></state>
        <state id="off"><transition event="start" target="on"/></state>""",
        ("CHART105",),
        "beat",
    ),
    Planted(
        "a retry counter that is reset on entry",
        """<datamodel><data id="tries" expr="0"/></datamodel>
        <state id="try"><onentry><assign location="tries" expr="0"/></onentry>
          <transition event="fail" cond="tries >= 3" target="locked"/>
          <transition event="fail" target="try"><assign location="tries" expr="tries + 1"/></transition>
          <transition event="ok" target="inside"/></state>
        <state id="inside"><transition event="leave" target="try"/></state>
        <state id="locked"><transition event="unlock" target="try"/></state>""",
        ("CHART101", "CHART102"),
        "locked",
    ),
    Planted(
        "a history whose state is only entered from the start",
        """<state id="radio"><state id="fm"><transition event="band" target="am"/></state>
          <state id="am"><transition event="band" target="fm"/></state>
          <history id="last"><transition target="fm"/></history>
          <transition event="phone" target="call"/></state>
        <state id="call"><transition event="hangup" target="fm"/></state>""",
        ("CHART110",),
        "last",
    ),
    Planted(
        "a parallel that waits for a region without an end",
        """<parallel id="boot"><state id="disk"><state id="d1"><transition event="mounted" target="d2"/></state><final id="d2"/></state>
          <state id="net"><state id="n1"><transition event="up" target="n2"/></state>
            <state id="n2"><transition event="down" target="n1"/></state></state>
          <transition event="done.state.boot" target="ready"/><transition event="abort" target="halted"/></parallel>
        <state id="ready"><transition event="reboot" target="boot"/></state>
        <state id="halted"><transition event="reboot" target="boot"/></state>""",
        ("CHART101", "CHART102"),
        "ready",
    ),
    Planted(
        "a timer longer than the one that always leaves",
        """<state id="green"><transition xmlns:k="urn:kempe:scxml" k:after="3s" target="amber"/>
          <transition xmlns:k="urn:kempe:scxml" k:after="10s" target="fault"/></state>
        <state id="amber"><transition xmlns:k="urn:kempe:scxml" k:after="1s" target="red"/></state>
        <state id="red"><transition xmlns:k="urn:kempe:scxml" k:after="3s" target="green"/></state>
        <state id="fault"><transition event="repair" target="red"/></state>""",
        ("CHART101", "CHART102"),
        "fault",
    ),
    Planted(
        "a loop of conditions that never settle",
        """<datamodel><data id="level" expr="1"/></datamodel>
        <state id="low"><transition event="fill" target="pump"/></state>
        <state id="pump"><transition cond="level &lt;= 2" target="drain"><assign location="level" expr="level + 2"/></transition>
          <transition event="stop" target="low"/></state>
        <state id="drain"><transition cond="level > 2" target="pump"><assign location="level" expr="level - 2"/></transition></state>""",
        ("CHART105",),
        "pump",
    ),
)

HEALTHY = {
    "vending": """<datamodel><data id="credit" expr="0"/></datamodel>
    <state id="idle"><transition event="coin" cond="credit &lt; 50"><assign location="credit" expr="credit + 10"/></transition>
      <transition event="coin" cond="credit >= 50"><log label="full"/></transition>
      <transition event="select" cond="credit >= 30" target="vend"><assign location="credit" expr="credit - 30"/></transition>
      <transition event="select" cond="credit &lt; 30"><log label="too little"/></transition></state>
    <state id="vend"><transition event="taken" target="idle"/></state>""",
    "traffic light": """<state id="cycle" xmlns:k="urn:kempe:scxml"><history id="where"><transition target="green"/></history>
      <state id="green"><transition k:after="3s" target="amber"/></state>
      <state id="amber"><transition k:after="1s" target="red"/></state>
      <state id="red"><transition k:after="3s" target="green"/></state>
      <transition event="night" target="blink"/></state>
    <state id="blink"><transition event="day" target="where"/></state>""",
    "login with three tries": """<datamodel><data id="tries" expr="0"/></datamodel>
    <state id="try"><transition event="fail" cond="tries >= 2" target="locked"/>
      <transition event="fail"><assign location="tries" expr="tries + 1"/></transition>
      <transition event="ok" target="inside"><assign location="tries" expr="0"/></transition></state>
    <state id="inside"><transition event="leave" target="try"/></state>
    <state id="locked"><transition event="unlock" target="try"><assign location="tries" expr="0"/></transition></state>""",
    "hood": """<parallel id="hood"><state id="fan"><state id="fan_off"><transition event="fan" target="fan_on"/></state>
        <state id="fan_on"><transition event="fan" target="fan_off"/>
          <transition event="boost" cond="In('lamp_on')" target="boosted"/></state>
        <state id="boosted"><transition event="fan" target="fan_off"/></state></state>
      <state id="lamp"><state id="lamp_off"><transition event="lamp" target="lamp_on"/></state>
        <state id="lamp_on"><transition event="lamp" target="lamp_off"/></state></state></parallel>""",
    "a reply or a reminder": """<state id="asked"><onentry><send id="t" event="remind" delay="2s"/></onentry>
      <onexit><cancel sendid="t"/></onexit>
      <transition event="remind" target="reminded"/><transition event="reply" target="done"/></state>
    <state id="reminded"><transition event="reply" target="done"/></state><final id="done"/>""",
    "a sum over a list": """<datamodel><data id="total" expr="0"/><data id="items" expr="[1, 2, 3]"/></datamodel>
    <state id="sum"><onentry><foreach array="items" item="x"><assign location="total" expr="total + x"/></foreach></onentry>
      <transition cond="total == 6" target="right"/></state>
    <final id="right"/>""",
    "an order": """<state id="open"><transition event="pay" cond="_event.data.sum >= 10" target="packing"/>
      <transition event="pay" cond="_event.data.sum &lt; 10" target="refused"/><transition event="cancel" target="cancelled"/></state>
    <state id="refused"><transition event="retry" target="open"/><transition event="cancel" target="cancelled"/></state>
    <state id="packing"><transition event="packed" target="sent"/><transition event="cancel" target="cancelled"/></state>
    <final id="sent"/><final id="cancelled"/>""",
    "a machine that starts": """<parallel id="boot"><state id="disk"><state id="d1"><transition event="mounted" target="d2"/></state><final id="d2"/></state>
      <state id="net"><state id="n1"><transition event="up" target="n2"/></state><final id="n2"/></state>
      <transition event="done.state.boot" target="ready"/></parallel>
    <state id="ready"><transition event="reboot" target="boot"/></state>""",
    "wildcards after names": """<state id="run"><transition event="stop" target="off"/>
      <transition event="*"><log label="ignored"/></transition></state>
    <state id="off"><transition event="start" target="run"/></state>""",
    "a producer and a consumer": """<datamodel><data id="stock" expr="0"/></datamodel>
    <parallel id="p"><state id="maker"><transition event="make" cond="stock &lt; 3"><assign location="stock" expr="stock + 1"/><raise event="made"/></transition></state>
      <state id="taker"><state id="empty"><transition event="made" target="stocked"/></state>
        <state id="stocked"><transition event="take" cond="stock > 1"><assign location="stock" expr="stock - 1"/></transition>
          <transition event="take" cond="stock &lt;= 1" target="empty"><assign location="stock" expr="0"/></transition></state></state></parallel>""",
}
