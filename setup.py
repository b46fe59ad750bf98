"""Builds the compiled parts: each .pyx below src, the HTML parser with its C. All else is in pyproject.toml."""

import os
import re
import sys
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
PARSER = SOURCE / "pagerows/page/parser"
#: Wheels for others are built with PAGEROWS_ABI3=1: one a platform then serves Python 3.11 and all later ones. What is
#: built for the very Python that runs it reads and makes Python's objects without calls (docs/design.md has the gain).
STABLE = bool(os.environ.get("PAGEROWS_ABI3"))
#: Whether who builds says how much to optimise, as `CFLAGS="-O0"` does: then that holds.
TOLD = "-O" in os.environ.get("CFLAGS", "")
#: What all kernels need of Cython (memoryviews above all), built once instead of into each: half of the time to build,
#: a third of the size.
SHARED = "pagerows._shared"
#: Calls of other libraries go to their functions at once, not by a table that is filled by and by: 2.5 % of a page.
AT_ONCE = sys.platform.startswith("linux")
sys.path.insert(0, str(PARSER))
from entities import write_entities  # noqa: E402

NO_COMPILER = """
pagerows has a part in C, and there is no working C compiler here ({reason}).
Install one and try again: `apt install gcc python3-dev` on Debian and Ubuntu, `dnf install gcc python3-devel` on
Fedora, `xcode-select --install` on macOS, the "Build Tools for Visual Studio" on Windows.
"""


class Build(build_ext):
    """Make the table of character references first; say what is missing where nothing can be compiled."""

    def finalize_options(self) -> None:
        """Build as many modules at a time as there are cores, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build all."""
        write_entities(PARSER / "entities.h")
        super().run()

    def build_extensions(self) -> None:
        """Build all, first what they share: Cython writes it, which goes wrong beside other work of Cython's."""
        every = self.extensions
        self.build_extension(every[0])
        self.extensions = every[1:]
        super().build_extensions()
        self.extensions = every

    def build_extension(self, ext: Extension) -> None:
        """Build one module."""
        from distutils.errors import CCompilerError, DistutilsPlatformError

        try:
            super().build_extension(ext)
        except (CCompilerError, DistutilsPlatformError) as error:
            sys.exit(NO_COMPILER.format(reason=str(error).strip()))


def module(name: str, sources: list[str], optimised: str = "-O2", **further: Any) -> Extension:
    """A module in C, with what all of them are built with."""
    made = Extension(
        name,
        sources=sources,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE else [],
        py_limited_api=STABLE,
        extra_compile_args=[]
        if sys.platform == "win32"
        else [
            "-std=c11",
            "-Werror=implicit-function-declaration",
            *([] if TOLD else [optimised, "-g0"]),
            "-fvisibility=hidden",
            *(["-fno-plt"] if AT_ONCE else []),
        ],
        extra_link_args=["-Wl,-z,now"] if AT_ONCE else [],
        **further,
    )
    made.cython_directives = {"show_performance_hints": False}  # that bounds are checked is meant
    made.shared_utility_qualified_name = SHARED
    return made


def declarations(source: Path) -> set[Path]:
    """The .pxd files that a source reads: its own, those that it names, and those that these read."""
    found: set[Path] = set()
    unread = [source, source.with_suffix(".pxd")]
    while unread:
        each = unread.pop()
        if each in found or not each.exists():
            continue
        found.add(each)
        for package, names in re.findall(r"^from ([\w.]+) cimport ([^#\n]*)", each.read_text("utf-8"), re.MULTILINE):
            folder = SOURCE.joinpath(*package.split("."))
            unread += [folder.with_suffix(".pxd"), *(folder / f"{name}.pxd" for name in re.findall(r"\w+", names))]
    return found - {source}


def kernel(path: Path) -> Extension:
    """One .pyx as a module; the parser's also has the C beside it."""
    parser = path.stem == "_parser"
    c_files, headers = (sorted(map(str, PARSER.glob(f"*.{end}"))) if parser else [] for end in "ch")
    return module(
        ".".join(path.relative_to(SOURCE).with_suffix("").parts),
        [str(path), *c_files],
        "-O3" if parser else "-O2",  # the parser gains a tenth by more of it inlined, the kernels nothing
        depends=[
            *headers,
            *([str(PARSER / "entities.h")] if parser else []),
            *sorted(map(str, [*declarations(path), *path.parent.glob("*.pyi")])),
        ],
        include_dirs=["src/pagerows/page"],
    )


def shared() -> Extension:
    """What the kernels share; Cython writes it."""
    return module(SHARED, [str(SOURCE / Path(*SHARED.split(".")).with_suffix(".c"))])


setup(
    ext_modules=[shared(), *(kernel(path) for path in sorted(SOURCE.rglob("*.pyx")))],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE else {},
)
