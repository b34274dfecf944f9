"""The drawing of a chart in its page: letters that can be read, and entered states in sight."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nicegui import ui

from ...statechart import Chart
from ...statechart.arrangement import Arrangement, arrange
from ...statechart.drawing import to_svg
from ..frame import element

#: States and transitions up to which a chart is drawn. A step sends the drawing, 400 bytes for each.
MOST_DRAWN = 1_000
#: Scale below which the drawing is scrolled instead of made smaller: its letters have 12 pixels at 1.
SMALLEST = 0.75
#: Scrolls to a state that is not in sight.
_SCROLL = """setTimeout(() => {{
  const frame = getHtmlElement({id}).parentElement;
  const state = frame.querySelectorAll('.chosen')[{index}];
  if (!state) return;
  const a = frame.getBoundingClientRect(), b = state.getBoundingClientRect();
  if (b.left < a.left || b.right > a.right || b.top < a.top || b.bottom > a.bottom)
    frame.scrollBy((b.left + b.right - a.left - a.right) / 2, (b.top + b.bottom - a.top - a.bottom) / 2);
}}, 80)"""


class ChartDrawing:
    """
    A drawing that follows the steps of a chart.

    Parameters
    ----------
    chart
        Chart to draw.
    """

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._arrangement: Arrangement | None = None
        self._shown: tuple[str, ...] = ()
        self._active: tuple[str, ...] = ()
        self._has_room = len(chart.states) + len(chart.arcs) <= MOST_DRAWN
        if not self._has_room:
            ui.label(
                f"Charts of more than {MOST_DRAWN:,} states and transitions are not drawn."
            ).classes("k-note")
            return
        label = "Drawing of the chart; active states are filled"
        with element("div", role="group", aria_label=label, tabindex=0).classes("k-chart"):
            self._svg = ui.html("", sanitize=False)
        self._note = ui.label("The chart is being drawn ...").classes("k-note")
        self._whole = ui.switch("Show the whole drawing", on_change=self._scale)
        self._whole.visible = False
        ui.timer(0.01, self._arrange, once=True)

    async def _arrange(self) -> None:
        loop = asyncio.get_running_loop()
        self._arrangement = await loop.run_in_executor(None, arrange, self._chart)
        self._note.visible = False
        self._whole.visible = True
        self._scale()
        self._draw()

    def _scale(self) -> None:
        if self._arrangement is not None:
            width = self._arrangement.size[0]
            least = 0.0 if self._whole.value else SMALLEST * width
            self._svg.style(f"min-width:{least:.0f}px;max-width:{width:.0f}px")

    def show(self, active: Sequence[str]) -> None:
        """Show which states are active."""
        self._active = tuple(active)
        self._draw()

    def _draw(self) -> None:
        if self._arrangement is None:
            return
        self._svg.content = to_svg(self._chart, self._active, arrangement=self._arrangement, dark=True)
        leaves = self._chart.in_order(id for id in self._active if not self._chart.states[id].states)
        entered = [index for index, id in enumerate(leaves) if id not in self._shown]
        self._shown = self._active
        if entered:
            ui.run_javascript(_SCROLL.format(id=self._svg.id, index=entered[0]))
