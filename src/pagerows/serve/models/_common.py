"""What all shapes share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pagerows import registry

__all__ = ["Box", "Method", "Named", "Number", "Shape", "Text", "one_of"]

Text = Annotated[str, Field(max_length=2000)]
Number = Annotated[int, Field(ge=1, le=10_000)]
Method = Annotated[str, Field(max_length=100, json_schema_extra={"enum": list(registry.names("regions"))})]
Box = tuple[float, float, float, float]


class Shape(BaseModel):
    """One shape; what it does not know is refused."""

    # `list` is a word of Python: fields of that name are called `which` here.
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Named(Shape):
    """Something that is kept under a name."""

    id: str
    name: str


def one_of(*names: str) -> dict[str, Any]:
    """The rule that exactly one of these fields is given, for the description."""
    return {"oneOf": [{"required": [name], "properties": {name: {"not": {"type": "null"}}}} for name in names]}
