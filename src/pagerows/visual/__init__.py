"""Rendered pages as people see them: layers, blocks and how alike they are [E17]; the blocks of VIPS.

No stage of its own: methods find records in blocks, aligners their items.
"""
