#!/usr/bin/env python3
"""Draws terminal text (standard input) as an SVG picture for the README.

usage: COMMAND | tools/picture.py TITLE >docs/pictures/NAME.svg"""
import html
import re
import sys

CELL, LINE, PAD, BAR = 8.4, 18, 18, 30
INK, PAPER, FRAME, DIM = "#f2e8d5", "#2b2420", "#1d1815", "#a89880"
# What stands out: dice, doors, mummies and snakes, crops on terrain, the prompt.
MARKS = [(r"^&gt; .*", "#e9c46a"), (r"(?<=purple )penny|(?<=green )(lock|dakota)|(?<=red )(mummy|snake)", "#e07a5f"), (r"\[[ 0-9.]+\]", "#81b29a"),
         (r"(?<=[ |])[M@S](?=[ |])", "#e07a5f"), (r"(?<=\|.)[vdfm][1-5]", "#81b29a"), (r"\[(TEM|VAL|TIW|SOL|COO|PP|SCN)-\d+\]", "#a89880")]


def paint(line):
    line = html.escape(line)
    spans = []
    for pattern, colour in MARKS:
        for m in re.finditer(pattern, line):
            if not any(a < m.end() and m.start() < b for a, b, _ in spans):
                spans.append((m.start(), m.end(), colour))
    for a, b, colour in sorted(spans, reverse=True):
        line = f'{line[:a]}<tspan fill="{colour}">{line[a:b]}</tspan>{line[b:]}'
    return line


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    width = int(max(map(len, lines)) * CELL + 2 * PAD)
    height = len(lines) * LINE + 2 * PAD + BAR
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">')
    print(f'<title>{html.escape(sys.argv[1])}</title>')
    print(f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>')
    print(f'<path d="M0 8a8 8 0 0 1 8-8h{width - 16}a8 8 0 0 1 8 8v{BAR - 8}H0z" fill="{FRAME}"/>')
    print(f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="{INK}" xml:space="preserve">')
    print(f'<text x="{PAD}" y="20" fill="{DIM}">{html.escape(sys.argv[1])}</text>')
    for i, line in enumerate(lines):
        if line:
            print(f'<text x="{PAD}" y="{BAR + PAD + 12 + i * LINE}" textLength="{len(line) * CELL:.1f}" lengthAdjust="spacingAndGlyphs">{paint(line)}</text>')
    print("</g>\n</svg>")


main()
