"""What a run has done, in one file of its output folder: inputs, counts, reasons, parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from pagerows import __version__
from pagerows.errors import ExportError, ParameterError
from pagerows.export._files import replacing

__all__ = ["NAME", "Manifest", "locked"]

NAME: Final = "manifest.json"
LOCK: Final = ".lock"
#: Raised when an older program would misread new manifests.
SCHEMA: Final = 1


class Manifest:
    """The shards that are done. Written whole after each; never a time in it: equal runs give equal manifests."""

    def __init__(self, folder: Path, parameters: dict[str, Any]) -> None:
        self._path = folder / NAME
        self._parameters = json.loads(json.dumps(parameters))
        self.shards: dict[str, dict[str, Any]] = {}

    @classmethod
    def of_folder(cls, folder: Path, parameters: dict[str, Any]) -> Manifest:
        """Go on with the manifest of a folder, or begin one; a folder of something else is refused."""
        manifest = cls(folder, parameters)
        if manifest._path.exists():
            manifest._take(_read(manifest._path))
        elif strange := sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")):
            raise ParameterError(f"{folder} holds other things ({strange[0]}) and no {NAME}: name a new folder")
        else:
            manifest.save()
        return manifest

    def _take(self, told: dict[str, Any]) -> None:
        if told["schema"] > SCHEMA:
            raise ParameterError(f"{self._path} was written by a newer pagerows ({told['pagerows']}): use that one")
        if told["pagerows"] != __version__:
            raise ParameterError(
                f"{self._path} was written by pagerows {told['pagerows']}, this is {__version__}: name a new folder"
            )
        theirs = told["parameters"]
        differing = [name for name in {**theirs, **self._parameters} if theirs.get(name) != self._parameters.get(name)]
        if differing:
            name = differing[0]
            raise ParameterError(
                f"{self._path} is of a run with other parameters ({name}: {theirs.get(name)!r} there, "
                f"{self._parameters.get(name)!r} here): give the same ones or a new folder"
            )
        self.shards = told["shards"]

    def save(self) -> None:
        """Write the manifest, whole or not at all."""
        whole = {
            "schema": SCHEMA,
            "pagerows": __version__,
            "parameters": self._parameters,
            "shards": dict(sorted(self.shards.items())),
        }
        with replacing(self._path) as file:
            file.write(json.dumps(whole, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n")


def _read(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_bytes())
        if isinstance(told["schema"], int) and isinstance(told["shards"], dict) and told["pagerows"]:
            return dict(told, parameters=dict(told["parameters"]))
    except (ValueError, KeyError, TypeError):
        pass
    raise ParameterError(f"{path} is no manifest of pagerows: name another folder")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder for one run. The system lets go of it when the process ends, however it does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("ab")
    except OSError as error:
        raise ExportError(f"cannot write {folder}: {error.strerror or error}") from error
    with file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass  # Windows: the parts are still written whole
        except OSError as error:
            raise ParameterError(f"another run is writing to {folder}: wait for it or name another folder") from error
        yield
