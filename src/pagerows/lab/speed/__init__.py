"""Speed: parsing, every method, `auto`, rendering, as ratios to a reference in the same run."""
