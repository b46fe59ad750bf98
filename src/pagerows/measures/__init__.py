"""Page -> numbers that several stages judge by: of rows, of stretches, of candidates for records, of the whole page.

A method finds records by them, and what tells content from noise asks the same of the regions of every method.
"""
