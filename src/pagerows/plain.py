"""Dataclasses whose methods are not written and compiled for each class: half a millisecond, and most are called never.

`dataclass`, `field` and `replace` are those of the standard library to type checkers and to all that look: where
somebody asks for `fields`, `repr`, `match` or a signature, the standard library makes the class what it would have
been. Until then it has plain methods. Instances have a ``__dict__``, with ``slots=True``, too.

>>> @dataclass(frozen=True, slots=True)
... class Point:
...     x: int
...     y: int = 0
>>> Point(3), Point(3) == Point(x=3, y=0), replace(Point(3), y=4).y
(Point(x=3, y=0), True, 4)
"""

from __future__ import annotations

from _thread import RLock
from functools import partial
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    #: One class is made whole at a time.
    LOCK = RLock()
    #: Where a class has what is known of it here.
    OWN = "__plain__"
    #: The value of a field that has none yet.
    ABSENT = object()
    #: Uses of a class (constructed, compared, hashed) from which on written methods pay: they are three times as fast.
    OFTEN = 200
    #: What is asked of dataclasses by name.
    ASKED = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")

    class Field:
        """What is said of a field besides its type, for the standard library."""

        def __init__(self, **told: Any) -> None:
            self.told = told

    field = Field

    def dataclass(kind: type | None = None, /, **options: Any) -> Any:
        """Make a class a dataclass, with the options of the standard library."""
        return partial(made, options=options) if kind is None else made(kind, options)

    def replace(one: Any, /, **changes: Any) -> Any:
        """Return the same with other values in some fields."""
        plain = type(one).__dict__.get(OWN)
        if plain is None:
            from dataclasses import replace as replaced

            return replaced(one, **changes)
        return type(one)(**{**{name: getattr(one, name) for name in plain.read().names}, **changes})

    def made(kind: type, options: dict[str, Any]) -> type:
        """A class with what a dataclass has, all of it still to be written but for a constructor."""
        plain = Plain(kind, options)
        if plain.is_odd():
            return plain.whole(kind)
        setattr(kind, OWN, plain)
        for name, told in plain.told.items():
            if "default" in told:
                setattr(kind, name, told["default"])
            else:
                delattr(kind, name)
        own, eq, frozen = kind.__dict__, options.get("eq", True), options.get("frozen", False)
        wanted = {name: Asked(name) for name in (*ASKED, "__signature__")}
        wanted["__repr__"] = plain.shown()
        if options.get("init", True):
            wanted["__init__"] = plain.constructor()
        if eq:
            wanted["__eq__"] = plain.equality()
        plain.names_set = [name for name in wanted if name not in own]
        if eq and (own.get("__hash__") is None if "__eq__" in own else "__hash__" not in own):
            kind.__hash__ = plain.hashing() if frozen else None
            plain.names_set += ["__hash__"] if frozen else []
        for name in plain.names_set:
            if name != "__hash__":
                setattr(kind, name, wanted[name])
        if frozen:
            kind.__setattr__, kind.__delattr__ = plain.refusing("__setattr__"), plain.refusing("__delattr__")
        return kind

    def settle(kind: type) -> None:
        """Make a class, and what it inherits from, what the standard library makes of it."""
        with LOCK:
            for each in reversed(kind.__mro__):
                if OWN in each.__dict__:
                    each.__dict__[OWN].settle()

    class Asked:
        """What a dataclass has and this one is still without."""

        def __init__(self, name: str) -> None:
            self.name = name

        def __get__(self, one: Any, kind: type) -> Any:
            settle(kind)
            return getattr(kind, self.name)

    class Plain:
        """What is known of a class: its options and what its fields are told."""

        def __init__(self, kind: type, options: dict[str, Any]) -> None:
            self.kind, self.options, self.settled = kind, options, False
            own = kind.__dict__
            self.annotations = own.get("__annotations__", {})
            self.told = {name: own[name].told for name in self.annotations if isinstance(own.get(name), Field)}
            self.names: list[str] | None = None
            self.names_set: list[str] = []
            self.uses = 0

        def is_odd(self) -> bool:
            """Whether the class has something that the plain constructor knows nothing of."""
            return (
                not self.options.keys() <= {"frozen", "slots", "kw_only", "eq", "init"}
                or any(
                    not told.keys() <= {"default", "default_factory", "repr", "compare"} for told in self.told.values()
                )
                or any(
                    not isinstance(hint, str) or hint.startswith(("InitVar", "KW_ONLY", "dataclasses", "typing"))
                    for hint in self.annotations.values()
                )
                or "__slots__" in self.kind.__dict__
                or any(
                    "__dataclass_fields__" in base.__dict__ and OWN not in base.__dict__
                    for base in self.kind.__mro__[1:]
                )
            )

        def whole(self, kind: type) -> type:
            """The standard library's dataclass of a class."""
            import dataclasses

            for name, told in self.told.items():
                setattr(kind, name, dataclasses.field(**told))
            return dataclasses.dataclass(**self.options)(kind)

        def settle(self) -> None:
            """Take over what the standard library makes of a class of the same kind."""
            if self.settled:
                return
            left = {"__dict__", "__weakref__", OWN, "__setattr__", "__delattr__", *self.names_set}
            space = {name: value for name, value in self.kind.__dict__.items() if name not in left}
            if space.get("__hash__", 0) is None:
                del space["__hash__"]
            self.options = {**self.options, "slots": False}
            space["__qualname__"] = self.kind.__qualname__
            found = self.whole(type(self.kind)(self.kind.__name__, self.kind.__bases__, space))
            for name in self.names_set:
                if name in found.__dict__:
                    setattr(self.kind, name, found.__dict__[name])
                else:
                    delattr(self.kind, name)
            self.settled = True

        def read(self) -> Plain:
            """Find the fields, those that are inherited first."""
            if self.names is None:
                hints: dict[str, bool] = {}
                told: dict[str, Any] = {}
                for each in reversed(self.kind.__mro__):
                    own: Plain | None = each.__dict__.get(OWN)
                    if own is not None:
                        kept = [name for name, hint in own.annotations.items() if not hint.startswith("ClassVar")]
                        hints.update(dict.fromkeys(kept, bool(own.options.get("kw_only"))))
                        told.update({name: own.told.get(name, {}) for name in kept})
                self.factories = {
                    name: each["default_factory"] for name, each in told.items() if "default_factory" in each
                }
                self.start = {
                    name: ABSENT if name in self.factories else getattr(self.kind, name, ABSENT) for name in hints
                }
                self.required = [name for name in hints if self.start[name] is ABSENT and name not in self.factories]
                self.positional = [name for name, by_name in hints.items() if not by_name]
                self.compared = [name for name in hints if told[name].get("compare", True)]
                self.after = hasattr(self.kind, "__post_init__")
                self.names = list(hints)
            return self

        def constructor(self) -> Any:
            """What sets the fields; where it was not called rightly, the standard library's says what is wrong."""

            def method(self: Any, *values: Any, **named: Any) -> None:
                plain = self_.counted()
                own = self.__dict__
                own.update(plain.start)  # all of them, in their order
                if values:
                    own.update(zip(plain.positional, values))  # noqa: B905 - told below
                if named:
                    own.update(named)
                for name, factory in plain.factories.items():
                    if own[name] is ABSENT:
                        own[name] = factory()
                if plain.is_wrong(own, values, named):
                    own.clear()
                    settle(self_.kind)
                    self_.kind.__init__(self, *values, **named)
                elif plain.after:
                    self.__post_init__()

            self_ = self
            return method

        def counted(self) -> Plain:
            """Find the fields where they are not known; what is used often is better written."""
            if self.names is None:
                self.read()
            self.uses += 1
            if self.uses == OFTEN:
                settle(self.kind)
            return self

        def is_wrong(self, own: dict[str, Any], values: tuple[Any, ...], named: dict[str, Any]) -> bool:
            """Whether what was given does not fit the fields."""
            if not named and len(self.required) <= len(values) <= len(self.positional):  # required ones stand first
                return False
            if len(own) != len(self.start) or len(values) > len(self.positional):
                return True
            twice = not named.keys().isdisjoint(self.positional[: len(values)])
            return twice or any(own[name] is ABSENT for name in self.required)

        def shown(self) -> Any:
            """What says what an instance is: the standard library's."""

            def method(self: Any) -> str:
                settle(self_.kind)
                return self_.kind.__repr__(self)

            self_ = self
            return method

        def equality(self) -> Any:
            """What compares instances of the same class."""

            def method(self: Any, other: object) -> Any:
                if other.__class__ is not self.__class__:
                    return NotImplemented
                return self_.values(self) == self_.values(other)

            self_ = self
            return method

        def hashing(self) -> Any:
            """What hashes instances."""

            def method(self: Any) -> int:
                return hash(self_.values(self))

            self_ = self
            return method

        def values(self, one: Any) -> tuple[Any, ...]:
            """What an instance is compared by."""
            return tuple([getattr(one, name) for name in self.counted().compared])

        def refusing(self, name: str) -> Any:
            """What refuses to change a field of something frozen."""
            what = "assign to" if name == "__setattr__" else "delete"

            def method(self: Any, attribute: str, *value: Any) -> None:
                if type(self) is self_.kind or attribute in self_.read().start:
                    from dataclasses import FrozenInstanceError

                    raise FrozenInstanceError(f"cannot {what} field {attribute!r}")
                getattr(super(self_.kind, self), name)(attribute, *value)

            self_ = self
            method.__name__ = name
            return method
