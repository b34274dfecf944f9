"""
Spans of runs and steps for OpenTelemetry (extra ``otel``).

They have the wall-clock times that a trace leaves out, and numbers of rows and lost turns. They change
nothing in the trace.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import (
    Status,
    StatusCode,
    get_tracer,
    get_tracer_provider,
    set_tracer_provider,
)

from ..errors import InputError
from ..llm.telemetry import SCOPE
from .clerk import StepReport
from .engine import WorldEngine

#: Name of the workflow in the spans of runs.
WORKFLOW = "kempe.world"
_SECONDS_TO_MILLISECONDS = 1000


class TracedEngine(WorldEngine):
    """
    Engine that makes a span for each call of ``run`` or ``arun``, and for each step.

    Attributes
    ----------
    tracer
        Tracer of OpenTelemetry; by default that of the global provider.
    """

    tracer: Any = None

    def run(self, steps: int, until: Callable[[StepReport], object] | None = None) -> int:
        """Run as :meth:`WorldEngine.run` does."""
        with self._run_span(steps):
            return super().run(steps, until)

    async def arun(self, steps: int, until: Callable[[StepReport], object] | None = None) -> int:
        """Run as :meth:`WorldEngine.arun` does."""
        with self._run_span(steps):
            return await super().arun(steps, until)

    def step(self) -> StepReport:
        """Run the next step."""
        with self._span("kempe.step") as span:
            report = super().step()
            span.set_attributes(_of_step(report))
        return report

    async def astep(self) -> StepReport:
        """Run the next step with concurrent decisions."""
        with self._span("kempe.step") as span:
            report = await super().astep()
            span.set_attributes(_of_step(report))
        return report

    def _run_span(self, steps: int) -> Any:
        attributes = {
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": WORKFLOW,
            "gen_ai.conversation.id": self._run_id,
            "kempe.planned_steps": steps,
        }
        return self._span(f"invoke_workflow {WORKFLOW}", attributes)

    @contextmanager
    def _span(self, name: str, attributes: dict[str, Any] | None = None) -> Iterator[Any]:
        tracer = self.tracer or get_tracer(SCOPE)
        with tracer.start_as_current_span(
            name, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", getattr(error, "kind", type(error).__name__))
                span.set_status(Status(StatusCode.ERROR))
                raise


def _of_step(report: StepReport) -> dict[str, Any]:
    return {
        "kempe.time_step": report.time_step,
        "kempe.rows": report.rows,
        "kempe.failed_actions": report.failed,
        "kempe.lost_turns": report.lost,
        "kempe.messages": report.messages,
        "kempe.hash": report.hash,
    }


@contextmanager
def exporting(timeout: float = 10.0) -> Iterator[None]:
    """
    Send spans inside of the block as the environment variables ``OTEL_*`` say.

    If the process has a provider already, for instance that of ``opentelemetry-instrument``, it is used.

    Parameters
    ----------
    timeout
        Longest wait in seconds for the spans to be sent at the end.

    Raises
    ------
    InputError
        If the exporter is not installed.
    """
    provider: Any = get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        except ImportError as error:
            raise InputError("OpenTelemetry has no exporter: pip install 'kempe[otel]'") from error
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        named = {} if "OTEL_SERVICE_NAME" in os.environ else {SERVICE_NAME: SCOPE}
        provider = TracerProvider(resource=Resource.create(named))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        set_tracer_provider(provider)
    try:
        yield
    finally:
        provider.force_flush(int(timeout * _SECONDS_TO_MILLISECONDS))
