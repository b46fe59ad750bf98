"""What all shapes share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Box", "Named", "Number", "Shape", "Text"]

Text = Annotated[str, Field(max_length=2000)]
Number = Annotated[int, Field(ge=1, le=10_000)]
Box = tuple[float, float, float, float]


class Shape(BaseModel):
    """One shape; what it does not know is refused."""

    # `list` is a word of Python: fields of that name are called `which` here.
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Named(Shape):
    """Something that is kept under a name."""

    id: str
    name: str
