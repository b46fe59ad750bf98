"""What a run has come to, for a person and for a log."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

__all__ = ["Host", "Summary"]

#: Hosts that are told apart: a crawl has millions, and their counts have to fit in memory.
MOST_HOSTS: Final = 100_000
#: Hosts that are named at the end, and reasons.
TOLD: Final = 3
MOST_REASONS: Final = 5
#: Where pages are from that have no address, as those of folders.
NO_HOST: Final = "(no host)"


@dataclass(slots=True)
class Host:
    """What the pages of one host took."""

    pages: int = 0
    seconds: float = 0.0
    failed: int = 0


@dataclass(slots=True)
class Summary:
    """Counts over all shards of one run; shards that an earlier run did are counted as such alone."""

    shards: int = 0
    done: int = 0
    earlier: int = 0
    #: Shards that could not be read, with the reason.
    unread: dict[str, str] = field(default_factory=dict)
    pages: int = 0
    records: int = 0
    empty: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    damaged: int = 0
    hosts: dict[str, Host] = field(default_factory=dict)
    #: Bytes of all shards, of those that this run has done with, and of those that an earlier one had done.
    size: int = 0
    size_done: float = 0
    size_earlier: int = 0
    begun: float = field(default_factory=time.monotonic)

    def page(self, url: str | None, records: int, error: str | None, seconds: float) -> None:
        """Count a page."""
        self.pages += 1
        self.records += records
        self.empty += not records and error is None
        if error is not None:
            self.failed[error] += 1
        self._host(_host(url), Host(1, seconds, int(error is not None)))

    def _host(self, name: str, counts: Host) -> None:
        if name not in self.hosts and len(self.hosts) >= MOST_HOSTS:
            name = "others"
        host = self.hosts.setdefault(name, Host())
        host.pages += counts.pages
        host.seconds += counts.seconds
        host.failed += counts.failed

    def merge(self, other: Summary) -> None:
        """Add what another process counted."""
        for name in ("done", "earlier", "pages", "records", "empty", "damaged", "size_done", "size_earlier"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.unread |= other.unread
        self.failed += other.failed
        self.left_out += other.left_out
        for name, counts in other.hosts.items():
            self._host(name, counts)

    def seconds_left(self) -> float | None:
        """How long the rest takes at the pace so far; None where nothing is known yet."""
        if not self.size_done:
            return None
        elapsed = time.monotonic() - self.begun
        return elapsed * max(0.0, self.size - self.size_earlier - self.size_done) / self.size_done

    def plain(self) -> dict[str, Any]:
        """The counts so far as plain values."""
        seconds = max(1e-9, time.monotonic() - self.begun)
        left = self.seconds_left()
        return {
            "seconds": round(seconds, 1),
            "seconds_left": None if left is None else round(left, 1),
            "shards": self.shards,
            "shards_done": self.done,
            "shards_done_earlier": self.earlier,
            "shards_unread": len(self.unread),
            "pages": self.pages,
            "pages_per_second": round(self.pages / seconds, 2),
            "records": self.records,
            "empty": self.empty,
            "failed": sum(self.failed.values()),
            "left_out": sum(self.left_out.values()),
            "damaged": self.damaged,
        }

    def line(self) -> str:
        """The counts so far in a line."""
        now = self.plain()
        return (
            f"{self.earlier + self.done} of {_count(self.shards, 'shard')}; "
            f"{_count(self.pages, 'page')} ({now['pages_per_second']:,}/s), "
            f"{_count(self.records, 'record')}, {self.empty:,} without records, {now['failed']:,} failed"
        )

    def short_line(self) -> str:
        """The counts so far and the time left, beside a bar on a terminal of 80 columns."""
        now, left = self.plain(), self.seconds_left()
        rest = "" if left is None else f"{timedelta(seconds=round(left))} left; "
        return (
            f"{rest}{_count(self.pages, 'page')} ({now['pages_per_second']:,.0f}/s), "
            f"{_count(self.records, 'record')}, {now['failed']:,} failed"
        )

    def slowest(self) -> list[tuple[str, Host]]:
        """The hosts whose pages cost most beyond what that many pages cost on average."""
        mean = sum(host.seconds for host in self.hosts.values()) / max(1, self.pages)
        beyond = {name: host.seconds - mean * host.pages for name, host in self.hosts.items()}
        names = sorted((name for name in beyond if beyond[name] > 0), key=lambda name: (-beyond[name], name))
        return [(name, self.hosts[name]) for name in names[:TOLD]]

    def failing(self) -> list[tuple[str, Host]]:
        """The hosts with most failed pages."""
        found = sorted(((-host.failed, name) for name, host in self.hosts.items() if host.failed))
        return [(name, self.hosts[name]) for _, name in found[:TOLD]]

    def plain_closing(self) -> dict[str, Any]:
        """What there is to say at the end, as plain values."""
        return {
            **self.plain(),
            "failed_by_reason": dict(self.failed),
            "left_out_by_reason": dict(sorted(self.left_out.items())),
            "slowest_hosts": {name: asdict(host) for name, host in self.slowest()},
            "failing_hosts": {name: asdict(host) for name, host in self.failing()},
            "unread": self.unread,
        }

    def closing(self) -> list[str]:
        """What there is to say at the end, a line each."""
        lines = [self.line()]
        if self.earlier:
            lines.append(f"{_count(self.earlier, 'shard')} done by an earlier run")
        if self.left_out:
            told = ", ".join(f"{reason} {count:,}" for reason, count in sorted(self.left_out.items()))
            lines.append(f"left out by filters: {told}")
        if self.damaged:
            lines.append(f"{_count(self.damaged, 'damaged place')} skipped: the manifest has the offsets")
        lines += [f"{count:,} failed: {reason}" for reason, count in self.failed.most_common(MOST_REASONS)]
        if self.failed:
            lines.append("--retry-failed tries failed pages again, with more --timeout or --max-memory if you like")
        if slowest := self.slowest():
            told = ", ".join(
                f"{name} {host.seconds / host.pages:.2f} s/page ({host.pages:,})" for name, host in slowest
            )
            lines.append(f"slowest hosts: {told}")
        if failing := self.failing():
            told = ", ".join(f"{name} {host.failed:,} of {host.pages:,}" for name, host in failing)
            lines.append(f"failing hosts: {told}")
        return lines + [f"{name}: not read: {reason}" for name, reason in self.unread.items()]


def _count(number: int, what: str) -> str:
    """Say how many there are of something.

    >>> _count(1, "page"), _count(1200, "page")
    ('1 page', '1,200 pages')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _host(url: str | None) -> str:
    try:
        return (urlsplit(url or "").hostname or NO_HOST).lower()
    except ValueError:
        return NO_HOST
