"""The content study's tables beside the published ones, and its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagerows.errors import MissingExtra
from pagerows.lab.train import study
from pagerows.lab.train.study import MODELS, SIX, Regions, Scores

__all__ = ["draw", "tables"]

#: [V20 Table 10]: precision, recall, accuracy, F-score in documents with records.
STRUCTURED: Final[Mapping[str, tuple[float, float, float, float]]] = {
    "LR": (93.30, 93.85, 93.02, 93.57),
    "GNB": (91.97, 90.55, 90.62, 91.26),
    "kNN": (93.83, 92.21, 92.59, 93.01),
    "SVM": (93.60, 92.20, 92.37, 92.90),
    "EXT": (91.88, 91.87, 91.23, 91.88),
    "GB": (90.75, 90.14, 89.74, 90.44),
    "VOT": (92.41, 92.20, 91.71, 92.31),
    "STCK": (92.97, 92.20, 92.06, 92.59),
}
#: [V20 Table 11]: the same with the documents without records.
COMPLETE: Final[Mapping[str, tuple[float, float, float, float]]] = {
    "LR": (87.97, 92.13, 89.45, 90.00),
    "GNB": (89.69, 88.99, 89.47, 89.34),
    "kNN": (89.72, 90.56, 90.02, 90.14),
    "SVM": (89.51, 92.12, 90.77, 90.79),
    "EXT": (88.80, 88.43, 88.71, 88.61),
    "GB": (90.13, 88.97, 89.65, 89.55),
    "VOT": (90.45, 92.52, 91.33, 91.47),
    "STCK": (89.93, 91.81, 90.73, 90.86),
}
#: [V20 Table 7]: chi-squared and ANOVA F.
IMPORTANCE: Final = {
    "size": (51.6426225, 487.50116318),
    "center": (25.8025951, 260.93679423),
    "range": (23.1719961, 232.44608713),
    "record": (4.71168623, 26.59572956),
    "vertical": (1.16942710, 12.38250104),
    "horizontal": (0.433793117, 3.63505065),
}
#: [V20 Table 9], all regions: mean, CV, skewness, kurtosis.
MOMENTS: Final = {
    "size": (0.27, 0.87, 0.92, 2.90),
    "center": (0.57, 0.51, -0.18, 1.71),
    "range": (0.11, 1.12, 1.98, 7.46),
    "record": (0.40, 0.68, 0.52, 2.15),
    "vertical": (0.59, 0.40, -0.49, 2.42),
    "horizontal": (0.55, 0.47, -0.26, 2.14),
}


def tables(regions: Regions, *, repeats: int = 20, subsets: bool = True) -> Iterator[str]:
    """Yield the study's lines as they are computed: [V20 Tables 7 to 12] beside ours."""
    yield from _importance(regions)
    yield from _correlations(regions)
    yield from _moments(regions)
    yield from _scores("Table 10, documents with records", regions.structured(), STRUCTURED, repeats)
    yield from _scores("Table 11, all documents", regions, COMPLETE, repeats)
    yield from _scalings(regions, repeats)
    if subsets:
        yield from _subsets(regions)
    yield "Table 6 (k-means within each page) needs pages; the published file does not say which regions share one."


def _importance(regions: Regions) -> Iterator[str]:
    yield "Table 7: importance, chi-squared and ANOVA F (published in brackets)"
    for name, found in study.importance(regions).items():
        yield f"  {name:11}" + "  ".join(f"{a:12.6f} ({b:12.6f})" for a, b in zip(found, IMPORTANCE[name], strict=True))
    yield ""


def _correlations(regions: Regions) -> Iterator[str]:
    for which in ("all", "content", "noise"):
        yield f"Table 8: correlations, {which}"
        yield "  " + " " * 11 + "".join(f"{name:>11}" for name in SIX)
        for name, row in zip(SIX, study.correlations(regions, which), strict=True):
            yield f"  {name:11}" + "".join(f"{value:11.2f}" for value in row)
    yield ""


def _moments(regions: Regions) -> Iterator[str]:
    yield "Table 9: mean, CV, skewness, kurtosis, all regions (published in brackets)"
    for name, found in study.moments(regions).items():
        yield f"  {name:11}" + "  ".join(f"{a:6.2f} ({b:5.2f})" for a, b in zip(found, MOMENTS[name], strict=True))
    yield ""


def _scores(
    title: str, regions: Regions, published: Mapping[str, tuple[float, float, float, float]], repeats: int
) -> Iterator[str]:
    yield f"{title}: {len(regions.content)} regions, 5 folds x {repeats}, Table 12's features (published in brackets)"
    yield "  model  precision        recall           accuracy         F-score          spread"
    for name in MODELS:
        times = repeats if name not in ("VOT", "STCK") else max(1, repeats // 4)  # ensembles take 10 times as long
        found = study.evaluate(
            study.model(name), regions.columns(study.features_of(name)), regions.content, repeats=times
        )
        yield f"  {name:5}  " + "  ".join(_pairs(found, published[name])) + f"  {found.spread:5.2f}"
    yield ""


def _pairs(found: Scores, published: tuple[float, float, float, float]) -> list[str]:
    ours = (found.precision, found.recall, found.accuracy, found.f_score)
    return [f"{a:6.2f} ({b:5.2f})" for a, b in zip(ours, published, strict=True)]


def _scalings(regions: Regions, repeats: int) -> Iterator[str]:
    yield "F-score by scaling of the features (the thesis does not say which), all documents"
    yield "  model     none  standard     power  published"
    for name in ("LR", "GNB", "kNN", "SVM"):
        row = [
            study.evaluate(
                study.model(name, scaling=scaling), regions.columns(SIX), regions.content, repeats=repeats
            ).f_score
            for scaling in ("none", "standard", "power")
        ]
        yield f"  {name:5}  " + "  ".join(f"{value:8.2f}" for value in row) + f"  {COMPLETE[name][3]:9.2f}"
    yield ""


def _subsets(regions: Regions) -> Iterator[str]:
    yield "Table 12: best of the 63 feature subsets, and grid search, all documents"
    for name in ("LR", "GNB", "EXT", "SVM", "kNN", "GB"):
        (chosen, score), *_ = study.best_subsets(regions, name, most=1)
        yield f"  {name:5}  {score:6.2f}  {', '.join(chosen)}"
        if name in study.GRIDS:
            best, score = study.search(regions, name)
            yield f"         {score:6.2f}  " + ", ".join(f"{key} = {value}" for key, value in best.items())
    yield ""


def draw(regions: Regions, folder: Path) -> list[Path]:
    """Draw [V20 Fig. 13 and 16 to 18]: each feature by class, and pair plots of content, noise and both."""
    try:
        import matplotlib as mpl
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise MissingExtra("pictures of the study", "train") from error
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "features.png"]
    values, jitter = regions.columns(SIX), np.random.default_rng(0).uniform(-0.3, 0.3, len(regions.content))
    figure, axes = plt.subplots(2, 3, figsize=(10, 5), sharey=True, layout="constrained")
    for axis, name, column in zip(axes.flat, SIX, values.T, strict=True):
        for label, rows, colour in _classes(regions):
            axis.scatter(column[rows], regions.content[rows] + jitter[rows], s=6, alpha=0.5, color=colour, label=label)
        axis.set(title=name, yticks=(0, 1), yticklabels=("noise", "content"))
    _save(figure, written[0], plt)
    for which in ("content", "noise", "both"):
        written.append(folder / f"pairs-{which}.png")
        _save(_pair_plot(regions, which, plt), written[-1], plt)
    return written


def _classes(regions: Regions) -> list[tuple[str, Any, str]]:
    return [("noise", ~regions.content, "#d55e00"), ("content", regions.content, "#0072b2")]


def _pair_plot(regions: Regions, which: str, plt: Any) -> Any:
    """A grid of the six features against each other; densities on the diagonal."""
    from scipy.stats import gaussian_kde

    values = regions.columns(SIX)
    shown = [item for item in _classes(regions) if which in ("both", item[0])]
    figure, axes = plt.subplots(6, 6, figsize=(12, 12), layout="constrained")
    for i, j in np.ndindex(6, 6):
        axis = axes[i, j]
        for _label, rows, colour in shown:
            x = values[rows, j]
            if i == j:
                at = np.linspace(0, max(1.0, float(x.max())), 100)
                axis.fill_between(at, gaussian_kde(x)(at), alpha=0.4, color=colour)
            else:
                axis.scatter(x, values[rows, i], s=3, alpha=0.4, color=colour)
        axis.tick_params(labelsize=6)
        if j == 0:
            axis.set_ylabel(SIX[i], fontsize=9)
        if i == 5:
            axis.set_xlabel(SIX[j], fontsize=9)
    figure.suptitle({"both": "content (blue) and noise (orange)"}.get(which, which))
    return figure


def _save(figure: Any, path: Path, plt: Any) -> None:
    figure.savefig(path, dpi=80, metadata={"Software": None})
    plt.close(figure)
