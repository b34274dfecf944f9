"""
A run described in a file: ``vvm experiment --config FILE``.

The file is JSON with the sections ``run``, ``policy`` and ``scheduler``; the defaults are those of the
command line. Each experiment has its own folder, named after the time and the run.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import DefinitionError, Finding, InputError
from .cognitive_policies import CHOICES
from .scheduler import BarrierScheduler
from .setup import DEFAULT_SIZE, Settings


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class RunSection(_Section):
    """Settings of the run; ``agents`` and ``steps`` default to those of the phase."""

    mode: Literal["phase1", "phase2"] = "phase1"
    seed: int = 42
    agents: int | None = Field(default=None, ge=1)
    steps: int | None = Field(default=None, ge=0)
    run_id: str | None = None
    deterministic_timestamps: bool = True


class PolicySection(_Section):
    """Settings of the policy in phase 2."""

    model: str = "gpt-3.5-turbo"
    kind: Literal["simple", "langgraph"] = "simple"
    mock_llm: bool = False
    api_base: str | None = None
    message_history: int = Field(default=20, ge=0)


class SchedulerSection(_Section):
    """Settings of the scheduler for agents with a real model."""

    max_concurrent: int = Field(default=10, ge=1)
    timeout: float = Field(default=600.0, gt=0)
    retries: int = Field(default=0, ge=0)


class Experiment(_Section):
    """
    Description of an experiment.

    Attributes
    ----------
    run, policy, scheduler
        Sections of the file.
    """

    run: RunSection = RunSection()
    policy: PolicySection = PolicySection()
    scheduler: SchedulerSection = SchedulerSection()

    def settings(self) -> Settings:
        """Return the settings of the run."""
        run = self.run
        agents, steps = DEFAULT_SIZE[run.mode]
        common = Settings(
            mode=run.mode,
            seed=run.seed,
            agents=agents if run.agents is None else run.agents,
            steps=steps if run.steps is None else run.steps,
            deterministic_timestamps=run.deterministic_timestamps,
        )
        if run.mode == "phase1":
            return common
        return Settings(
            **{
                **vars(common),
                "message_history_limit": self.policy.message_history,
                "policy": CHOICES[self.policy.kind],
                "gateway": "mock" if self.policy.mock_llm else "litellm",
                "model": self.policy.model,
                "api_base": None if self.policy.mock_llm else self.policy.api_base,
            }
        )

    def barrier(self) -> BarrierScheduler:
        """Return the scheduler of the run."""
        return BarrierScheduler(**self.scheduler.model_dump())


def read_experiment(path: str | Path) -> Experiment:
    """
    Return the experiment described in a file.

    Raises
    ------
    InputError
        If the file cannot be read, or is not JSON.
    DefinitionError
        With all errors in the file.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
        json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg}", path=path, line=error.lineno, column=error.colno
        ) from error
    except RecursionError:
        raise InputError("nested too deeply", path=path) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except UnicodeDecodeError as error:
        raise InputError("expected text in UTF-8", path=path) from error
    try:
        return Experiment.model_validate_json(text)
    except ValidationError as error:
        findings = [
            Finding("WORLD001", "/" + "/".join(map(str, one["loc"])), one["msg"])
            for one in error.errors(include_url=False)
        ]
        raise DefinitionError(f"{path}: not an experiment", findings) from error


def folder_for(runs: str | Path, run_id: str) -> Path:
    """Create the folder of a new experiment."""
    path = Path(runs) / f"{time.strftime('%Y%m%dT%H%M%S')}_{run_id}"
    try:
        path.mkdir(parents=True)
    except OSError as error:
        raise InputError(f"cannot be created: {error.strerror}", path=path) from error
    return path
