"""What the pool's tests let workers do."""

import os
import signal
import time
from pathlib import Path

from pagerows.errors import PageError


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
    raise AssertionError(what)
