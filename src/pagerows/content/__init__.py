"""Regions -> the same regions with content or noise decided. Every module here is a detector (DETECTOR)."""
