"""What the REST interface takes and gives, typed."""

from __future__ import annotations

from pagerows.serve.models.history import Comparison, ErrorAnswer, Health, Meta, Session
from pagerows.serve.models.jobs import CreateJob, JobAnswer, JobList
from pagerows.serve.models.pages import (
    Extract,
    Extracted,
    OpenedRun,
    PageAnswer,
    RenderAnswer,
    RenderPage,
    RunList,
    Source,
)
from pagerows.serve.models.tables import Choice, Chosen, CodeText, EditList, RecordList, RowList, TableHead
from pagerows.serve.models.wrappers import (
    Applied,
    LearnAnswer,
    LearnFrom,
    NewWrapper,
    WrapperAnswer,
    WrapperList,
    WrapperName,
    WrapperWhole,
)

__all__ = [
    "Applied",
    "Choice",
    "Chosen",
    "CodeText",
    "Comparison",
    "CreateJob",
    "EditList",
    "ErrorAnswer",
    "Extract",
    "Extracted",
    "Health",
    "JobAnswer",
    "JobList",
    "LearnAnswer",
    "LearnFrom",
    "Meta",
    "NewWrapper",
    "OpenedRun",
    "PageAnswer",
    "RecordList",
    "RenderAnswer",
    "RenderPage",
    "RowList",
    "RunList",
    "Session",
    "Source",
    "TableHead",
    "WrapperAnswer",
    "WrapperList",
    "WrapperName",
    "WrapperWhole",
]
