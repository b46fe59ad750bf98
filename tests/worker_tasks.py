"""What the tests let workers do."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from pagerows.errors import PageError


def load_slowly():
    time.sleep(2.5)


def note_loading(path):
    with Path(path).open("a") as file:
        print("loaded", file=file)


def work(task):
    what, *more = task
    match what:
        case "square":
            return more[0] ** 2
        case "slow":
            time.sleep(0.2)
            return "slow"
        case "bad page":
            raise PageError("not a page")
        case "bug":
            return 1 // 0
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "die once":
            mark = Path(more[0])
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return "alive"
        case "kill the parent once":
            mark = Path(more[0])
            if not mark.exists():
                mark.touch()
                os.kill(os.getppid(), signal.SIGKILL)
                time.sleep(60)
            return "alive"
        case "hang":
            while True:
                time.sleep(1)
        case "hang in C":
            re.match(r"(a*)*b", "a" * 60)
        case "start and hang":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            Path(more[0]).write_text(str(child.pid))
            child.wait()
        case "note and hang":
            Path(more[0]).write_text(str(os.getpid()))
            re.match(r"(a*)*b", "a" * 60)
        case "length":
            return len(more[0])
        case "write":
            return len(b"x" * more[0])
        case "process":
            return os.getpid()
        case "fill":
            return len(bytes(more[0]))
    raise AssertionError(what)


def talk(questions, ask):
    for question in questions:
        match question:
            case "hang" | "die" | "bad page":
                work((question,))
            case _:
                try:
                    yield f"{question} is {ask(question)}"
                except PageError as error:
                    if not question.startswith("quietly"):
                        raise
                    yield str(error)
