"""What can be set in the signal method, with the paper's own setting beside it."""

from __future__ import annotations

from typing import Literal

from pagerows.plain import dataclass

__all__ = ["SignalParams"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalParams:
    """The parameters of the four steps: sequence, regions, records, where records end."""

    # -- tag path sequence ---------------------------------------------------------------------------------
    #: What of a node's style is part of its path: ``exact`` = class, inline style and presentational attributes as
    #: written [V20 Def. 3.1]; ``normal`` = the page's most frequent of the node's classes, lower case, without
    #: digits, and the presentational attributes but colours; ``none`` = tags alone.
    style: Literal["exact", "normal", "none"] = "normal"

    # -- regions -------------------------------------------------------------------------------------------
    #: Second contour pass inside of each segment, from right to left: ``off`` [V20 Alg. 2], ``low`` cuts where a path
    #: is lower than all to its right, ``last`` where a path occurs for the last time.
    backward: Literal["off", "low", "last"] = "last"
    #: Let a region grow at both ends while the next symbol belongs to its alphabet; not in [V20 Alg. 2], though its
    #: Fig. 5a shows a region that begins where only this lets it begin.
    grow: bool = True
    #: Shortest region as a share of the sequence, 0..1; not in [V20].
    min_share: float = 0.03
    #: Where no region is that long, so many of the longest are taken: a long page of many small lists.
    fallback_regions: int = 10
    #: Largest angle of a region's regression line, in degrees [V20 Alg. 2, line 52; the value is not in the text].
    max_angle: float = 4.5

    # -- records -------------------------------------------------------------------------------------------
    #: Fewest occurrences of a symbol that marks records, 2 or more; [V20] names none, so 2: one gap.
    min_records: int = 3
    #: A record has more nodes than this on average; not in [V20]: 0.
    min_size: float = 2.0
    #: Largest coefficient of variation of the gaps between occurrences [V20 Alg. 3, line 10].
    max_cv: float = 0.35
    #: The same for regions that have no symbol below `max_cv`; not in [V20].
    loose_cv: float = 0.8
    #: Smallest share of the region from the first to the last occurrence plus one mean gap; not in [V20].
    min_coverage: float = 0.5
    #: How the spectrum is had: all coefficients (``full``, z-score) or only those looked up (``lazy``, ratio to the
    #: mean) [V20 s. 4.2].
    spectrum: Literal["full", "lazy"] = "lazy"
    #: Which stretch's spectrum is looked at: the whole ``region``'s [V20 Alg. 3, lines 2-3], or that of the ``symbol``,
    #: from its first occurrence to one mean gap behind the last, under a Hann window: then the number of occurrences is
    #: a whole number of cycles, and what surrounds the records does not leak into their peak.
    spectrum_over: Literal["region", "symbol"] = "symbol"
    #: A peak is more than so many standard deviations above the mean (full) [V20 Alg. 3, line 12; no value is given].
    #: 0.8 gives the best region of the lazy spectrum on all but 4 of 313 dev pages.
    min_deviations: float = 0.8
    #: A peak is more than so many times the mean (lazy) [V20 s. 4.2; no value is given]; on the dev corpora 2.5 takes
    #: the dividers of one page for its records, 2.75 and more lose lists of few records.
    min_ratio: float = 2.625
    #: Where no symbol of a region has such a peak, the first regular one does whose peak is this share of it, 0..1;
    #: 1 = never [V20].
    weak_peak: float = 0.4
    #: Symbols that are always empty elements (line breaks, rules, pictures) get their turn behind all others; not in
    #: [V20]. They stand several times in a record, or between records.
    empty_last: bool = True
    #: Most symbols of a region that are checked against its spectrum, so that time stays linear; 0: all [V20], which
    #: costs little where the spectrum is that of the whole region and ``full``.
    most_tried: int = 40
    #: The peak may be so far from the number of occurrences [V20 Alg. 3, line 11].
    peak_width: int = 2

    # -- where records start and end -----------------------------------------------------------------------
    #: Move each start up to its outermost ancestor that holds no other start, and end records with their parent;
    #: off = a record is the stretch of the sequence up to the next start [V20 Alg. 3, line 13].
    fit_tree: bool = True
    #: With `fit_tree`: nodes of the records' path around them are records too if at least this share of their symbols
    #: occurs in the records, 0..1; 1 = never.
    min_overlap: float = 0.5
    #: With `fit_tree`: nodes whose path differs from the records' in style alone are records too if their tags are at
    #: least so much like those of the nearest record (Jaccard), 0..1; 1 = never.
    min_alike: float = 0.75
    #: With `fit_tree`: most siblings that make up one record; 1 = do not look for such records.
    fold: int = 8
    #: How much more alike siblings one record apart must be than neighbours, 0..1.
    fold_gain: float = 0.2
    #: With `fit_tree`: split records that are rows of at least so much alike, large children; 1 = never.
    split_alike: float = 0.7
    #: With `split_alike`: split records that are sections, a heading and at least three alike children, where those
    #: have texts of so many characters; 0 = never.
    section_text: int = 30

    # -- features ------------------------------------------------------------------------------------------
    #: The feature `prose` is 1 where characters stand in texts of so many characters (1 or more) on average, less in
    #: shorter ones.
    prose: float = 40.0

    @classmethod
    def paper(cls) -> SignalParams:
        """Return the setting of [V20]: its Algorithms 1 to 3 as printed.

        Its text gives no thresholds: those of the angle and of the coefficient of variation are the defaults here, and
        of the peak's 3 deviations (2 to 5 are alike on TBDW) and, with a lazy spectrum, 10 times the mean find most
        records on the dev pages.
        """
        return cls(
            style="exact",
            backward="off",
            grow=False,
            min_share=0.0,
            min_records=2,
            min_size=0.0,
            min_coverage=0.0,
            loose_cv=0.0,
            spectrum="full",
            spectrum_over="region",
            min_deviations=3.0,
            min_ratio=10.0,
            weak_peak=1.0,
            empty_last=False,
            most_tried=0,
            fit_tree=False,
        )
