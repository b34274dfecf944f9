"""The pages of docs/ are true: their examples print what they show, and their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import solver
from agents import cli as vvm
from solver.command import cli as kempe

from .sources import ROOT
from .test_imports import ORDER

DOCS = ROOT / "docs"
EXAMPLES = sorted((DOCS / "examples").iterdir())
PAGES = sorted(DOCS.glob("*.md"))
WITH_README = [*PAGES, ROOT / "README.md"]
PROGRAMS = {"kempe": kempe.main, "vvm": vvm.main}
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile what pages use: their time limits include compilation, and a work limit waits for it."""
    solver.color(solver.generators.queen(7), max_ticks=10_000_000)


def run_python(text, line, page, names):
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), line)
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    assert test.examples, "a block of Python without an example"
    assert runner.failures == 0, f"{page.name}: see the output above"


def run_commands(text, page, capsys):
    for block in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = block.partition("\n")
        program, *arguments = shlex.split(command)
        assert program in PROGRAMS, f"{page.name}: {command}"
        *arguments, arrow, file = arguments if ">" in arguments else [*arguments, "", ""]
        capsys.readouterr()
        status = PROGRAMS[program](arguments)
        printed = capsys.readouterr().out
        if arrow:
            Path(file).write_text(printed)
            printed = ""
        assert status == 0, f"{page.name}: {command}: exit status {status}"
        same = doctest.OutputChecker().check_output(expected, printed, OPTIONS)
        assert same, f"{page.name}: {command}\nexpected:\n{expected}\nprinted:\n{printed}"


@pytest.mark.parametrize("page", WITH_README, ids=lambda page: page.name)
def test_examples(page, tmp_path, monkeypatch, capsys):
    if page.name == "networkx.md":
        networkx = pytest.importorskip("networkx", minversion="3.5")
        if not entry_points(group="networkx.backends", name="kempe"):
            pytest.skip("kempe is installed without its entry points")
        monkeypatch.setattr(networkx.config.backend_priority, "algos", [])
        monkeypatch.setattr(networkx.config, "warnings_to_ignore", set())
    for example in EXAMPLES:
        shutil.copy(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    if page.name == "learning.md":
        pytest.importorskip("pettingzoo")
    if page.name == "maps.md":
        pytest.importorskip("shapely", minversion="2.0")
    text = page.read_text()
    names = {}
    for fence in FENCE.finditer(text):
        language, body = fence.groups()
        if language == "pycon":
            run_python(body, text.count("\n", 0, fence.start(2)), page, names)
        elif language == "console":
            run_commands(body, page, capsys)


@pytest.mark.parametrize("page", [*WITH_README, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_index_lists_every_page():
    index = (DOCS / "index.md").read_text()
    assert [page.name for page in PAGES if f"({page.name})" not in index] == ["index.md"]


def test_no_block_of_code_is_of_a_kind_that_is_not_run():
    for page in WITH_README:
        kinds = {fence.group(1) for fence in FENCE.finditer(page.read_text())}
        assert kinds <= {"pycon", "console", "sh", "text", "xml", "json"}, page.name
        assert page.read_text().count("```") % 2 == 0, page.name


def test_documents_on_pages_are_the_examples():
    texts = {example.read_text() for example in EXAMPLES}
    for page in PAGES:
        for fence in FENCE.finditer(page.read_text()):
            language, body = fence.groups()
            assert language not in ("xml", "json") or body in texts, page.name


def test_every_room_has_a_page_in_the_reference():
    text = (DOCS / "write_reference.py").read_text()
    helpers = {
        "_compiler",
        "_jit",
        "_kernels",
        "__main__",
        "arguments",
        "clock",
        "threads",
        "processes",
        "canonical",
        "answers",
        "layers",
        "cli",
    }
    rooms = {
        f"{package}.{room}"
        for package in ("solver", "agents")
        for level in ORDER[package]
        for room in level
        if room not in helpers
    }
    assert [room for room in sorted(rooms) if f'"{room}"' not in text] == []
