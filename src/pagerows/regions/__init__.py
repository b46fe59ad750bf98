"""Page -> regions of records. Every module here is a method: its METHOD says how to call it."""
