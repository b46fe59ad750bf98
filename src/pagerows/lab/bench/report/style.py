"""The report's style: light and dark by the reader's own setting."""

from typing import Final

__all__ = ["STYLE"]

STYLE: Final = """
:root { color-scheme: light dark; --bg: #fff; --ink: #1c2430; --soft: #5b6675; --line: #dde2e8; --card: #f6f8fa;
  --c0: #0b6fb8; --c1: #d1571b; --c2: #0a8a63; --c3: #b03a8b; --c4: #8a6d00; --c5: #5a4fcf; --c6: #c22f3d;
  --c7: #3d7f8f; --plain: #aab3bd }
@media (prefers-color-scheme: dark) { :root { --bg: #12161c; --ink: #e4e9ef; --soft: #9aa6b4; --line: #2b333d;
  --card: #1a2028; --c0: #58b1f0; --c1: #f2935a; --c2: #43c79c; --c3: #e487c4; --c4: #d8b843; --c5: #a49bf5;
  --c6: #f27d86; --c7: #7cc3d2; --plain: #5f6b78 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.5 system-ui, "Liberation Sans", sans-serif }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 80px }
h1 { font-size: 26px; margin: 0 } h2 { font-size: 19px; margin: 40px 0 10px; border-bottom: 1px solid var(--line);
  padding-bottom: 4px } h3 { font-size: 16px; margin: 22px 0 4px }
p { margin: 6px 0 12px } .about { color: var(--soft) }
code { font-size: 13px; background: var(--card); padding: 1px 5px; border-radius: 4px }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
th, td { padding: 3px 7px; text-align: left; white-space: nowrap } th { color: var(--soft); font-weight: 600;
  border-bottom: 1px solid var(--line) } .n { text-align: right } tr.new td { border-top: 1px solid var(--line) }
svg { max-width: 100%; height: auto; display: block } svg text { fill: var(--ink); font-size: 12px }
svg .small { fill: var(--soft); font-size: 11px } svg .title { font-weight: 600; font-size: 13px }
svg .grid { stroke: var(--line) } svg .fit { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 3 }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 8px 0; font-size: 13px }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 50%; margin-right: 6px }
.grid-of { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 22px }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 10px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 9px 12px; font-size: 13px;
  overflow-wrap: anywhere; display: flex; flex-direction: column }
.card span { color: var(--soft); font-size: 12px } .card p { margin: 4px 0 8px } .card a { color: var(--c0) }
.bar { height: 5px; border-radius: 3px; background: var(--line); margin-top: auto; overflow: hidden }
.bar i { display: block; height: 100%; background: var(--c2) }
"""
