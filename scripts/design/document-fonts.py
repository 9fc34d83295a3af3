"""Cuts static TrueType fonts for the PDF documents: Latin with its extensions, so that names of European companies print.

Run by hand when a document needs a new character (Debian: apt-get install fonttools python3-brotli):
    python3 scripts/design/document-fonts.py
"""

import tempfile

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FONTS = "node_modules/@fontsource-variable"
FOLDER = "api/documents/fonts"
# (source, weight, output)
JOBS = [
    (f"{FONTS}/inter/files/inter-{{}}-wght-normal.woff2", 400, "inter-400"),
    (f"{FONTS}/inter/files/inter-{{}}-wght-normal.woff2", 600, "inter-600"),
    (f"{FONTS}/bricolage-grotesque/files/bricolage-grotesque-{{}}-wght-normal.woff2", 700, "bricolage-700"),
]


def cut(source, weight, skip):
    font = TTFont(source)
    wanted = {c for c in font.getBestCmap() if c < 0x250 or 0x2000 <= c <= 0x2212} - skip
    options = Options()
    options.layout_features = ["kern", "tnum", "ccmp", "mark"]
    options.name_IDs = [1, 2, 6]
    options.hinting = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = None
    return instancer.instantiateVariableFont(font, {"wght": weight}), wanted


for source, weight, name in JOBS:
    basic, known = cut(source.format("latin"), weight, set())
    extended, _ = cut(source.format("latin-ext"), weight, known)
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for part, font in (("basic", basic), ("extended", extended)):
            for table in ("STAT", "GDEF"):
                if table in font:
                    del font[table]
            paths.append(f"{folder}/{part}.ttf")
            font.save(paths[-1])
        merged = Merger().merge(paths)
    # Neither font has the narrow no-break space of French numbers: it is drawn as a thin space.
    for table in merged["cmap"].tables:
        table.cmap[0x202F] = table.cmap.get(0x2009, table.cmap[0xA0])
    # Digits of one width by default: amounts stand under each other, and no text needs a font feature, which is slow to lay out.
    tabular = {}
    for feature in merged["GSUB"].table.FeatureList.FeatureRecord:
        for index in feature.Feature.LookupListIndex if feature.FeatureTag == "tnum" else []:
            for lookup in merged["GSUB"].table.LookupList.Lookup[index].SubTable:
                tabular |= getattr(lookup, "ExtSubTable", lookup).mapping
    for table in merged["cmap"].tables:
        table.cmap = {code: tabular.get(glyph, glyph) if 0x30 <= code <= 0x39 else glyph for code, glyph in table.cmap.items()}
    for record in merged["name"].names:
        if record.nameID == 6:
            record.string = name.replace("-", "")
    merged.save(f"{FOLDER}/{name}.ttf")
    print(name, len(merged.getBestCmap()), "characters")
