"""Builds the compiled part: the HTML parser (C) with its door to Python (Cython). All else is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PARSER = Path("src/pagerows/page/parser")
sys.path.insert(0, str(PARSER))
from entities import write_entities  # noqa: E402

NO_COMPILER = """
pagerows has a part in C, and there is no working C compiler here ({reason}).
Install one and try again: `apt install gcc python3-dev` on Debian and Ubuntu, `dnf install gcc python3-devel` on
Fedora, `xcode-select --install` on macOS, the "Build Tools for Visual Studio" on Windows.
"""


class Build(build_ext):
    """Make the table of character references first; say what is missing where nothing can be compiled."""

    def run(self) -> None:
        """Build all."""
        write_entities(PARSER / "entities.h")
        super().run()

    def build_extension(self, ext: Extension) -> None:
        """Build one module."""
        from distutils.errors import CCompilerError, DistutilsPlatformError

        try:
            super().build_extension(ext)
        except (CCompilerError, DistutilsPlatformError) as error:
            sys.exit(NO_COMPILER.format(reason=str(error).strip()))


setup(
    ext_modules=[
        Extension(
            "pagerows.page._parser",
            sources=["src/pagerows/page/_parser.pyx", *sorted(map(str, PARSER.glob("*.c")))],
            depends=[*sorted(map(str, PARSER.glob("*.h"))), str(PARSER / "entities.h")],
            include_dirs=["src/pagerows/page"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            py_limited_api=True,
            extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O2", "-fvisibility=hidden"],
        )
    ],
    cmdclass={"build_ext": Build},
    # One wheel per platform serves Python 3.11 and all later ones.
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
