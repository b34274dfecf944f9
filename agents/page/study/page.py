"""The pages of the room: the participants' way, and the view of the person who runs the study."""

from __future__ import annotations

import asyncio
import functools
from datetime import datetime
from typing import Any

from nicegui import ui

from ...errors import InputError, KempeError
from ..access import OWN_SEAT, SEAT
from ..frame import complain, element, frame, grid, heading, page_at, panel, refusal, visitor
from ..play.page import model_settings, new_game, opened
from ..play.seat_page import SeatPage
from ..play.table import Conditions, Table
from ..site import Site
from .drafts import Drafts
from .export import archive, has_parquet, tables
from .plan import Place
from .questions import AGREED, Question, Sheet, checked_answer
from .study import Stage, Study

#: Seconds between two looks whether another member of the group declined.
LOOK = 2.0
_DESERTED = (
    "A person who was to play with you does not take part, so there are no further games for you. "
    "What you did so far is kept."
)
_LOCKS: dict[str, asyncio.Lock] = {}


def add_pages(site: Site) -> None:
    """Add the pages of this room."""

    async def owner_page() -> None:
        with frame("Study", "/study"):
            if site.study is None:
                heading("Run a study", big=True)
                ui.label("Start the server with kempe page --study FILE.yaml to run a study.")
                return
            await _overview(site, site.study)

    async def seat_page() -> None:
        # The guard has compared the path with the cookie.
        person = visitor().seat
        with frame("Study", bare=True):
            if site.study is None or person is None or person not in site.study.places:
                refusal("This is the page of a participant: open the link that was printed for it.")
                return
            try:
                opened_at = site.study.open(person)
                await _Way(site, site.study, site.study.places[person], opened_at).build()
            except KempeError as error:
                refusal(error)

    page_at("/study")(owner_page)
    for path in (SEAT, f"{OWN_SEAT}{{person}}"):
        page_at(path)(seat_page)


class _Way:
    """The way of one participant; the page always shows the first part that is not finished."""

    def __init__(self, site: Site, study: Study, place: Place, opened_at: float | None) -> None:
        self._site, self._study, self._place = site, study, place
        # The same link of a study that was begun anew is another seat.
        self._seat = f"{study.plan.name} {place.person} {opened_at}"

    async def build(self) -> None:
        """Build the present part."""
        page = await self._build()
        Drafts(self._seat, page).forget_others()

    async def _build(self) -> str:
        """Build the present part, and return its name."""
        done = {record["stage"] for record in self._study.answered(self._place.person)}
        if self._study.declined(self._place.person):
            heading("Thank you", big=True)
            ui.label("You did not agree to take part. You may close this page.")
            return "declined"
        stages = self._study.stages(self._place)
        if sum(stage.sheet is None for stage in stages) < len(self._place.order):
            element("p", _DESERTED, role="status").classes("k-text")
        for number, stage in enumerate(stages, 1):
            if stage.sheet is not None and stage.name not in done:
                ui.label(f"Part {number} of {len(stages)}").classes("k-note")
                self._sheet(stage, stage.sheet)
                return stage.name
            if stage.sheet is None:
                assert stage.position is not None
                table = await self._table(stage.position)
                # The summary of a game stays until the person has gone on.
                if stage.name not in done:
                    ui.label(f"Part {number} of {len(stages)}").classes("k-note k-part")
                    after = functools.partial(self._keep, stage.name, {})
                    page = SeatPage(table, self._place.seat, None, after=after)
                    await page.build()
                    ui.timer(LOOK, functools.partial(self._lead_on, page))
                    return stage.name
        heading("The end", big=True)
        element("p", self._study.plan.thanks).classes("k-text")
        return "end"

    def _lead_on(self, page: SeatPage) -> None:
        """Leave a game that waits for the turn of somebody who declined meanwhile."""
        if not page.ended and self._study.deserted(self._place):
            ui.navigate.reload()

    async def _table(self, position: int) -> Table:
        study, place, site = self._study, self._place, self._site
        name = study.game_name(place, position)
        # Two members of a group may come at the same time.
        async with _LOCKS.setdefault(name, asyncio.Lock()):
            if name in site.games or site.game_path(name).is_file():
                return await opened(site, name)
            condition = study.condition(place, position)
            settings = study.plan.settings(
                condition, place.group, position, **model_settings(site, condition.model)
            )
            conditions = Conditions(
                options=condition.options,
                seats=study.members(place.group),
                study=f"{study.plan.name}: {condition.name}",
            )
            return await new_game(site, name, settings, conditions)

    def _sheet(self, stage: Stage, sheet: Sheet) -> None:
        heading(sheet.title, big=True)
        with panel():
            for text in sheet.text.split("\n\n"):
                if text.strip():
                    element("p", text.strip()).classes("k-text").style("margin:0")
            fields = {question: _field(question) for question in sheet.questions}
            drafts = Drafts(self._seat, stage.name)
            for question, field in fields.items():
                drafts.keep(question, field)
            ui.timer(0.01, functools.partial(drafts.restore, fields), once=True)
            agreed = ui.checkbox(sheet.agree) if sheet.agree else None

            def send() -> None:
                answers = {}
                for question, field in fields.items():
                    try:
                        answers[question.key] = checked_answer(question, field.value)
                    except InputError as error:
                        complain(error)
                        field.run_method("scrollIntoView", {"block": "center"})
                        return
                if agreed is not None and not agreed.value:
                    complain(f"Please tick: {sheet.agree}")
                    return
                self._keep(stage.name, {**answers, **({} if agreed is None else {AGREED: True})})

            with ui.row().classes("k-row"):
                ui.button("Continue", on_click=send)
                if agreed is not None:
                    ui.button(
                        "I do not want to take part",
                        on_click=lambda: self._keep(stage.name, {AGREED: False}),
                    ).props("flat")

    def _keep(self, stage: str, answers: dict[str, Any]) -> None:
        person = self._place.person
        if stage not in {record["stage"] for record in self._study.answered(person)}:
            self._study.keep(person, stage, answers)
        ui.navigate.reload()


def _field(question: Question) -> Any:
    optional = "" if question.required else " (optional)"
    element("p", question.text + optional).classes("k-text k-question")
    match question.type:
        case "choice":
            made = ui.radio(question.points).classes("k-choice")
        case "scale":
            with ui.row().classes("k-row k-ends"):
                _end_label(question.low_label)
                made = ui.radio(question.points).props("inline").classes("k-scale")
                _end_label(question.high_label)
        case "number":
            made = _number_field(question)
        case _:
            made = ui.textarea().style("width:100%").props("autogrow outlined")
    made._props["aria-label"] = question.text
    return made


def _end_label(text: str) -> None:
    if text:
        ui.label(text).classes("k-note")


def _number_field(question: Question) -> Any:
    """Return a field for a number, since ``ui.number`` would change an illegal one without a word."""

    def fault(value: Any) -> str | None:
        try:
            checked_answer(question, value)
        except InputError:
            return f"Expected {question.legal_number}" if value else None
        return None

    field = ui.input(validation=fault).without_auto_validation()
    field.props("type=number step=any outlined dense").style("width:260px")
    for name in ("min", "max"):
        if (end := getattr(question, name)) is not None:
            field._props[name] = end
    if question.legal_number != "a number":
        field._props["hint"] = question.legal_number.capitalize()
    field.on("blur", lambda: field.validate())
    return field


def _yes(value: int | None) -> str:
    return "" if value is None else "yes" if value else "no"


def _time(at: float | None) -> str:
    """Return a time, as the clock of the server shows it."""
    return "" if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


async def _overview(site: Site, study: Study) -> None:
    heading(f"Study {study.plan.name}", big=True)
    loop = asyncio.get_running_loop()
    rows = await loop.run_in_executor(None, tables, study, site.folder)
    with panel("Participants"):
        head = ["person", "group", "seat", "order of the conditions", "done", "of"]
        grid(
            [*head, "declined", "partner declined", "link opened"],
            [
                [*map(str, row[:6]), _yes(row[6]), _yes(row[7]), _time(row[8])]
                for row in rows["participants"]
            ],
        )
        ui.label("The links were printed when the server was started.").classes("k-note")
    with panel("Games"):
        grid(
            [
                *("game", "condition", "over", "reason", "solved", "conflicts", "steps", "messages"),
                "typed messages",
            ],
            [
                [
                    *(row[0], row[3], _yes(row[6]), row[7], _yes(row[8])),
                    *("" if row[i] is None else str(row[i]) for i in (9, 12, 13, 14)),
                ]
                for row in rows["games"]
            ],
        )
        for row in rows["games"]:
            ui.link(f"Replay {row[0]}", f"/replay/{row[0]}")

    async def download() -> None:
        data = await loop.run_in_executor(None, archive, study, site.folder)
        ui.download(data, f"{study.plan.name}.zip")

    ui.button("Download everything", on_click=download, icon="download")
    kinds = "CSV and Parquet" if has_parquet() else "CSV; for Parquet: pip install kempe[parquet]"
    ui.label(f"Tables with a data dictionary, as {kinds}.").classes("k-note")
