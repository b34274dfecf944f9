"""Workers end when the process that started them is killed."""

import multiprocessing
import subprocess
import sys

import pytest

SCRIPT = """
import multiprocessing, sys, time
from solver.distributed.parent import end_with_parent

def work():
    end_with_parent()
    print("ready", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    for worker in [context.Process(target=work) for _ in range(3)]:
        worker.start()
    time.sleep(600)
"""


@pytest.mark.subprocess
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_workers_end_with_a_killed_parent(tmp_path, method):
    script = tmp_path / "work.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), method]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        for _ in range(3):
            assert parent.stdout.readline() == "ready\n"
        parent.kill()
        # The pipe ends when no worker holds it any more.
        assert parent.communicate(timeout=60) == ("", None)
