"""Cuts the variable fonts to what the site uses, and prints the metrics of their fallbacks. All are under the SIL Open Font License.

Run by hand when the copy needs a new character (Debian: apt-get install fonttools python3-brotli):
    python3 scripts/design/subset-fonts.py
"""

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# French and English, their typography, arrows and marks of the interface.
CHARACTERS = (
    "".join(chr(c) for c in range(0x20, 0x7F))
    + "\u00a0\u202f\u2009"
    + "ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜŸàâäæçèéêëîïôöœùûüÿáíóúñÁÍÓÚÑ"
    + "«»‹›‘’“”„…–—‑·•°²³ªº€$£©®™×÷±≤≥≈→←↑↓↗✓%‰§¶†"
)
# Arabic: letters, marks, punctuation, both kinds of digits, and the letters that the Maghreb and Persian add for p, v and g.
# Joined forms and ligatures have no characters of their own: the tables of the font bring them along.
ARABIC = (
    [0x060C, 0x061B, 0x061F, *range(0x0621, 0x063B), *range(0x0640, 0x0656), *range(0x0660, 0x066E), 0x0670, 0x0671]
    + [0x067E, 0x0686, 0x0698, 0x06A4, 0x06A5, 0x06A8, 0x06A9, 0x06AF, 0x06CC, 0x200C, 0x200D, 0x25CC]
)
ARABIC_FEATURES = ["init", "medi", "fina", "isol", "rlig", "liga", "calt", "ccmp", "mark", "mkmk", "kern", "locl", "curs"]
# The letters of French running text, weighted by how often they occur, decide how wide a fallback must be.
FREQUENCIES = {
    " ": 180, "e": 121, "a": 71, "i": 66, "s": 65, "n": 64, "r": 61, "t": 59, "o": 50, "l": 50, "u": 45, "d": 37,
    "c": 32, "m": 26, "p": 25, "é": 19, "g": 12, "b": 11, "v": 11, "h": 11, "f": 11, "q": 7, "y": 5, "x": 4, "à": 5,
}
FONTS = "node_modules/@fontsource-variable"
# (source, family of the output file, weights kept)
JOBS = [
    (f"{FONTS}/inter/files/inter-latin-wght-normal.woff2", "inter", (400, 700)),
    (f"{FONTS}/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2", "bricolage", (600, 800)),
]
# Arial's own metrics (Liberation Sans has the same): units per em 2048.
ARIAL = {" ": 569, "e": 1139, "a": 1139, "i": 455, "s": 1024, "n": 1139, "r": 682, "t": 569, "o": 1139, "l": 455,
         "u": 1139, "d": 1139, "c": 1024, "m": 1706, "p": 1139, "é": 1139, "g": 1139, "b": 1139, "v": 1024, "h": 1139,
         "f": 569, "q": 1139, "y": 1024, "x": 1024, "à": 1139}


def mean_width(font):
    cmap, widths, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    total = sum(FREQUENCIES.values())
    return sum(widths[cmap[ord(c)]][0] * n for c, n in FREQUENCIES.items()) / total / em


def arial_width():
    return sum(ARIAL[c] * n for c, n in FREQUENCIES.items()) / sum(FREQUENCIES.values()) / 2048


def cut(font, flavor=None, characters=tuple(map(ord, CHARACTERS)), features=("kern", "liga", "tnum", "mark", "ccmp", "locl")):
    options = Options()
    options.flavor = flavor
    options.layout_features = list(features)
    options.name_IDs = [1, 2]
    options.hinting = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = flavor
    return font


for source, name, (low, high) in JOBS:
    font = instancer.instantiateVariableFont(cut(TTFont(source), "woff2"), {"wght": (low, high)})
    measured = instancer.instantiateVariableFont(TTFont(source), {"wght": low})
    hhea, em = measured["hhea"], measured["head"].unitsPerEm
    adjust = mean_width(measured) / arial_width()
    font.save(f"app/assets/fonts/{name}.woff2")
    print(
        f"{name}: size-adjust {adjust:.2%}; ascent-override {hhea.ascent / em / adjust:.2%}; "
        f"descent-override {-hhea.descent / em / adjust:.2%}; line-gap-override {hhea.lineGap / em / adjust:.2%}"
    )

# Only Arabic pages load it, after Inter, which has their digits and Latin letters (app/styles/arabic.css).
source = f"{FONTS}/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2"
arabic = cut(TTFont(source), "woff2", ARABIC, ARABIC_FEATURES)
instancer.instantiateVariableFont(arabic, {"wght": (400, 700)}).save("app/assets/fonts/vazirmatn.woff2")

# The social pictures are drawn by a renderer that reads static TrueType only.
for source, name, weight in [(JOBS[0][0], "inter-500", 500), (JOBS[1][0], "bricolage-700", 700)]:
    font = instancer.instantiateVariableFont(cut(TTFont(source)), {"wght": weight})
    font.save(f"scripts/build/fonts/{name}.ttf")
