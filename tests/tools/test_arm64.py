"""Kernels compile for arm64: object code for that machine, with NEON, and nothing that is only x86."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
X86 = """
target triple = "x86_64-unknown-linux-gnu"
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define i64 @deposit(i64 %x, i64 %mask) {
  %y = call i64 @llvm.x86.bmi.pdep.64(i64 %x, i64 %mask)
  ret i64 %y
}
"""
PLAIN = """
target triple = "x86_64-unknown-linux-gnu"
define <64 x i8> @smaller(<64 x i8> %x, <64 x i8> %y) {
  %less = icmp ult <64 x i8> %x, %y
  %z = select <64 x i1> %less, <64 x i8> %x, <64 x i8> %y
  ret <64 x i8> %z
}
"""


def run(code):
    """Run code in a process, since LLVM ends it where it cannot select an instruction."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, 'tools'); {code}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_vector_of_64_bytes_becomes_neon_instructions():
    done = run(f"import arm64; text, code = arm64.compiled({PLAIN!r}); print(text); print(code[18])")
    assert done.returncode == 0, done.stderr
    assert re.search(r"umin\s+v0\.16b", done.stdout)
    assert done.stdout.split()[-1] == str(0xB7)  # the machine in the header of an ELF file


def test_an_instruction_of_x86_is_noticed():
    assert run(f"import arm64; arm64.compiled({X86!r})").returncode != 0


def test_the_kernels_of_a_task_compile():
    command = [sys.executable, "tools/arm64.py", "hidden classes"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (line,) = [row for row in done.stdout.splitlines() if row.startswith("cliques.hidden_set.search:")]
    assert int(re.search(r"(\d+) of [\d,]+ instructions on NEON", line).group(1)) > 10
    assert "asks for" not in done.stdout
