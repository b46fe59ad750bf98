"""The tables of the papers, remade beside the published figures."""
