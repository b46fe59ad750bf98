"""The options that every command with a page has: where it is, and how its records are found."""

from __future__ import annotations

import argparse
import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin
from urllib.parse import urlsplit

from pagerows import registry
from pagerows.columns.want import check_want
from pagerows.errors import ParameterError
from pagerows.page import MAX_BYTES, Page
from pagerows.page.decode import decode
from pagerows.pipeline import DEFAULT_METHOD, Extraction, extract, with_columns
from pagerows.workers import Limits

if TYPE_CHECKING:
    from pagerows.wrapper import Wrapper

__all__ = ["Recipe", "add_reading", "add_recipe", "limits_of", "parse_params", "reading", "recipe_of", "wishes"]


@dataclasses.dataclass(frozen=True, slots=True)
class Recipe:
    """How records are to be found: the arguments of `pagerows.extract`, as plain values."""

    method: str = DEFAULT_METHOD
    align: str | None = None
    content: str | None = None
    filter: str | None = None
    min_score: float | None = None
    render: bool = False
    scripts: bool = False
    #: How long (None: as long as `render` does), and for what, a page that scripts fill is waited for.
    wait: float | None = None
    wait_for: str | None = None
    preset: str | None = None
    now: datetime | None = None
    #: The columns that are asked for.
    want: tuple[str, ...] | None = None
    params: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    #: What was learned of the site; then the rest does not count.
    wrapper: Wrapper | None = None
    #: Whether a page that has changed is looked through again for the wrapper's list.
    heal: bool = False
    #: Whether columns that the wrapper does not know are given, too.
    new_columns: bool = True
    #: Which list a person means: near this text, the region of this number, with these values.
    choice: tuple[str | None, int | None, tuple[str, ...]] | None = None

    @property
    def needs_render(self) -> bool:
        """Whether pages go through the browser."""
        return self.render or self.scripts or registry.method(self.method).needs_render

    def extract(self, page: Page) -> Extraction:
        """Run the recipe on a page."""
        if self.wrapper is not None:
            from pagerows.wrapper.healing import read_with

            found = read_with(self.wrapper, page, heal=self.heal, new_columns=self.new_columns)
        else:
            found = self._found(page)
            if self.choice is not None:
                from pagerows.wrapper.choosing import chosen

                found = chosen(found, *self.choice)
        return with_columns(found, self.want) if self.want else found

    def _found(self, page: Page) -> Extraction:
        return extract(
            page,
            method=self.method,
            align=self.align,
            content=self.content,
            filter=self.filter,
            min_score=self.min_score,
            preset=self.preset,
            now=self.now,
            **self.params,
        )


def add_recipe(parser: argparse.ArgumentParser) -> None:
    """Add the options that make a recipe."""
    group = parser.add_argument_group("how records are found")
    group.add_argument(
        "-m", "--method", default=DEFAULT_METHOD, metavar="M", help="see `pagerows methods` (%(default)s)"
    )
    group.add_argument("--filter", metavar="F", help="prune the page's noise first, e.g. tps")
    group.add_argument("--content", metavar="C", help="how content is told from noise (the method's own)")
    group.add_argument("--align", metavar="A", help="how records are aligned (the method's own)")
    group.add_argument(
        "--preset", metavar="P", help="paper: start from the settings of the method's paper instead of ours"
    )
    group.add_argument("--min-score", type=float, metavar="X", help="regions that score X or more are content")
    group.add_argument("--render", action="store_true", help="open pages in Chromium first, for boxes and styles")
    group.add_argument("--scripts", action="store_true", help="open pages in Chromium and run their scripts")
    group.add_argument(
        "--wait",
        type=_positive(float),
        metavar="S",
        help="with --scripts: seconds that a page may take to fill itself; it is read as soon as it is quiet (10)",
    )
    group.add_argument(
        "--wait-for", metavar="WHAT", help="with --scripts: wait until the page has this selector or shows this text"
    )
    group.add_argument(
        "-p",
        "--param",
        action="append",
        default=[],
        metavar="K=V",
        help="a parameter of the method, aligner, detector or filter; may be given again",
    )
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how pages are read."""
    group = parser.add_argument_group("how pages are read")
    group.add_argument("--base-url", metavar="U", help="what relative links are relative to")
    group.add_argument("--encoding", metavar="E", help="the pages' encoding, if they do not say it right")
    group.add_argument(
        "--now", metavar="T", help='when the pages were as they are (2026-03-08): "3 days ago" counts from it'
    )
    seconds, count = _positive(float), _positive(int)
    group.add_argument(
        "--timeout",
        type=seconds,
        default=30.0,
        metavar="S",
        help="seconds that a page may take as a whole: fetching, rendering, records and table (30)",
    )
    group.add_argument(
        "--max-memory", type=seconds, default=4.0, metavar="GB", help="memory that reading one page may take (4)"
    )
    group.add_argument(
        "--public-only", action="store_true", help="ask public addresses only, none of this machine or local network"
    )
    group.add_argument("--max-bytes", type=count, default=MAX_BYTES, metavar="N", help="bytes that a page may have")


def _positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = kind(text)
        if not value > 0:  # NaN is not, either
            raise argparse.ArgumentTypeError(f"{text} is not more than 0")
        return value

    read.__name__ = kind.__name__  # argparse names it where the text is no number at all
    return read


def reading(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return how pages are read: what `expand` takes besides the names. What is wrong for every page is said once."""
    if arguments.encoding is not None:
        decode(b"", encoding=arguments.encoding)
    if arguments.base_url is not None and not urlsplit(arguments.base_url).scheme:
        raise ParameterError(f"--base-url {arguments.base_url}: give a whole URL such as https://example.com/")
    return {name: getattr(arguments, name) for name in ("base_url", "encoding", "timeout", "max_bytes", "public_only")}


def limits_of(arguments: argparse.Namespace) -> Limits:
    """Return what one page may take."""
    return Limits(seconds=arguments.timeout, memory=int(arguments.max_memory * 2**30))


def recipe_of(arguments: argparse.Namespace) -> Recipe:
    """Check the options and return the recipe; a ParameterError names the valid values."""
    method = registry.method(arguments.method)
    parts = [
        method,
        registry.part("align", arguments.align or method.aligner(rendered=arguments.render or arguments.scripts)),
        registry.part("content", arguments.content or method.content),
    ]
    if arguments.filter:
        parts.append(registry.part("prune", arguments.filter))
    kinds = [part.params for part in parts]
    params = parse_params(arguments.param, kinds)
    if (arguments.wait is not None or arguments.wait_for is not None) and not arguments.scripts:
        raise ParameterError("--wait and --wait-for are about pages that scripts fill: give --scripts, too")
    registry.check_preset(arguments.preset, [parts[0], *parts[3:]])
    registry.make_params(kinds, params, arguments.preset)  # says now, not on every page, that a value is out of range
    recipe = Recipe(
        now=_moment(arguments.now),
        method=method.name,
        align=arguments.align,
        content=arguments.content,
        filter=arguments.filter,
        min_score=arguments.min_score,
        render=arguments.render,
        scripts=arguments.scripts,
        wait=arguments.wait,
        wait_for=arguments.wait_for,
        preset=arguments.preset,
        params=params,
    )
    if recipe.needs_render:
        from pagerows.page.rendered.cdp import check_rendering, say_unsandboxed

        check_rendering()
        say_unsandboxed()  # before there are workers, each of which would
    return recipe


def wishes(text: str) -> tuple[str, ...]:
    """Read the columns that are asked for."""
    try:
        return check_want([wish.strip() for wish in text.split(",")])
    except ParameterError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ParameterError(f"--now {text}: write it as 2026-03-08 or 2026-03-08T12:00") from None


def parse_params(pairs: Iterable[str], kinds: Iterable[type]) -> dict[str, Any]:
    """Turn ``k=v`` texts into values of the parameters' types.

    >>> from pagerows.regions.same_path import SamePathParams
    >>> parse_params(["min_records=5"], [SamePathParams])
    {'min_records': 5}
    """
    hints: dict[str, Any] = {}
    for kind in kinds:
        hints |= {f.name: typing.get_type_hints(kind)[f.name] for f in dataclasses.fields(kind)}
    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise ParameterError(f"--param {pair}: write it as NAME=VALUE")
        if name not in hints:
            raise ParameterError(f"unknown parameter {name!r}; valid here: {', '.join(sorted(hints)) or 'none'}")
        try:
            values[name] = _value(text, hints[name])
        except ValueError as error:
            raise ParameterError(f"--param {pair}: {error}") from error
    return values


_TRUTH = dict.fromkeys(["1", "true", "yes", "on"], True) | dict.fromkeys(["0", "false", "no", "off"], False)


def _value(text: str, hint: Any) -> Any:
    """Read a text as a value of a type; a ValueError says what would be right."""
    origin = get_origin(hint)
    if origin is Literal:
        for choice in get_args(hint):
            if text == str(choice):
                return choice
        raise ValueError(f"not one of {', '.join(map(str, get_args(hint)))}")
    if origin in (Union, types.UnionType):
        return _first(text, get_args(hint))
    if origin in (tuple, list, frozenset, set):
        inner = [a for a in get_args(hint) if a is not Ellipsis] or [str]
        return origin(_value(item.strip(), inner[0]) for item in text.split(",") if item.strip())
    if hint is bool:
        if text.lower() not in _TRUTH:
            raise ValueError("not yes or no")
        return _TRUTH[text.lower()]
    if hint is type(None):
        if text.lower() not in ("", "none"):
            raise ValueError("not none")
        return None
    if hint in (int, float):
        try:
            return hint(text)
        except ValueError:
            raise ValueError("not a whole number" if hint is int else "not a number") from None
    return text


def _first(text: str, hints: Iterable[Any]) -> Any:
    reasons = []
    # None before text, or "none" would always be a text; bool is exact, so it goes first too.
    for hint in sorted(hints, key=lambda h: h is str):
        try:
            return _value(text, hint)
        except ValueError as error:
            reasons.append(str(error))
    raise ValueError(" and ".join(reasons))
