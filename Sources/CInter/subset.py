#!/usr/bin/python3
"""subset.py INTER DEJAVU OUTPUT: writes the built-in font, subsetted from installed fonts, and OUTPUT.kern.

From Inter, the script keeps Latin, Greek, Cyrillic, punctuation, arrows and the weight axis. GPOS pair kerning needs a
shaper, so it is converted to a matrix of glyph classes, a quarter of the size of the `kern` table that FreeType reads.
Inter has no box drawing characters; these are copied from DejaVu. The em has 1024 units instead of Inter's 2816: smaller
coordinates fit in one byte, and the font is a seventh smaller.
"""
import sys
from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.varStore import VarStoreInstancer

KEPT = [(0x20, 0x7E), (0xA0, 0x17F), (0x192, 0x192), (0x218, 0x21B), (0x2C6, 0x2DD), (0x370, 0x3E1), (0x3F0, 0x3FF),
        (0x400, 0x45F), (0x490, 0x491), (0x2010, 0x2027), (0x202F, 0x203A), (0x2044, 0x2044), (0x2070, 0x2089),
        (0x20AC, 0x20BF), (0x2116, 0x2122), (0x2190, 0x2199), (0x2202, 0x2265), (0x25A0, 0x25CF), (0x2713, 0x2717)]
GRAFTED = [(0x2500, 0x259F), (0xFFFD, 0xFFFD)]
UNITS_PER_EM = 1024
# Only pairs of the characters in KERNED are kerned. Adjustments below THRESHOLD of Inter's units are invisible.
THRESHOLD = 24
KERNED = [(0x21, 0x7E), (0xAB, 0xAB), (0xBB, 0xBB), (0xC0, 0xFF), (0x2013, 0x2026), (0x410, 0x44F), (0x391, 0x3C9)]


def kerning(font, glyphs):
    """Pair adjustments of GPOS, each for the weights 100, 400 and 900. The first matching subtable wins, as in a shaper."""
    weights = [VarStoreInstancer(font["GDEF"].table.VarStore, font["fvar"].axes, {"wght": at}) for at in (-1, 0, 1)]

    def advances(record):
        advance, variation = getattr(record, "XAdvance", 0), getattr(record, "XAdvDevice", None)
        if variation is None:
            return [advance] * len(weights)
        return [advance + weight[(variation.StartSize << 16) + variation.EndSize] for weight in weights]

    pairs = {}
    gpos = font["GPOS"].table
    features = [f.Feature.LookupListIndex for f in gpos.FeatureList.FeatureRecord if f.FeatureTag == "kern"]
    for index in sorted({i for f in features for i in f}):
        found = {}
        for table in gpos.LookupList.Lookup[index].SubTable:
            if table.LookupType == 9:
                table = table.ExtSubTable
            if table.LookupType != 2:
                continue
            first = [g for g in table.Coverage.glyphs if g in glyphs]
            if table.Format == 1:
                for g in first:
                    for record in table.PairSet[table.Coverage.glyphs.index(g)].PairValueRecord:
                        if record.SecondGlyph in glyphs:
                            found.setdefault((g, record.SecondGlyph), advances(record.Value1))
            else:
                for g in first:
                    row = table.Class1Record[table.ClassDef1.classDefs.get(g, 0)].Class2Record
                    for h in glyphs:
                        found.setdefault((g, h), advances(row[table.ClassDef2.classDefs.get(h, 0)].Value1))
        for pair, values in found.items():
            pairs[pair] = [a + b for a, b in zip(pairs.get(pair, (0, 0, 0)), values)]
    return pairs


def graft(font, donor, codepoints):
    """Copies the donor's glyphs, scaled to the font's em; they have the same outline in all weights."""
    scale = font["head"].unitsPerEm / donor["head"].unitsPerEm
    glyphs, names = donor.getGlyphSet(), donor.getBestCmap()
    for u in codepoints:
        outline, pen, name = DecomposingRecordingPen(glyphs), TTGlyphPen(None), f"u{u:04X}"
        glyphs[names[u]].draw(outline)
        outline.replay(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        glyph = font["glyf"][name] = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(glyphs[names[u]].width * scale), glyph.xMin)
        font["gvar"].variations[name] = []
        for table in font["cmap"].tables:
            table.cmap[u] = name
    font.setGlyphOrder(font["glyf"].glyphOrder)


def replace_notdef(font):
    """Draws a thin box of capital height for missing characters; Inter's is striped and higher than a line."""
    width, height, stroke, side = 560, font["OS/2"].sCapHeight, 64, 64
    pen = TTGlyphPen(None)
    for inset, step in (0, 1), (stroke, -1):
        left, bottom, right, top = side + inset, inset, side + width - inset, height - inset
        for index, point in enumerate([(left, bottom), (left, top), (right, top), (right, bottom)][::step]):
            pen.lineTo(point) if index else pen.moveTo(point)
        pen.closePath()
    font["glyf"][".notdef"] = pen.glyph()
    font["hmtx"][".notdef"] = (width + 2 * side, side)
    font["gvar"].variations[".notdef"] = []


def matrix(pairs, glyphs):
    """The kerning table as bytes; numbers of two bytes are little-endian.

    In this order: the number of glyphs (2 bytes), of left classes and of right classes (1 byte each); the left class of
    each glyph; the right class of each glyph; for each pair of classes the index of its values; the signed values for the
    weights 100, 400 and 900 (2 bytes each).
    """
    none = (0, 0, 0)
    values = sorted({none, *pairs.values()})
    index_of = {value: index for index, value in enumerate(values)}
    rows = {left: bytes(index_of[pairs.get((left, right), none)] for right in glyphs) for left in glyphs}
    columns = {right: bytes(rows[left][index] for left in glyphs) for index, right in enumerate(glyphs)}
    lefts, rights = (sorted(set(lines.values())) for lines in (rows, columns))
    left_classes = [lefts.index(rows[g]) for g in glyphs]
    right_classes = [rights.index(columns[g]) for g in glyphs]
    indices = [line[right_classes.index(right)] for line in lefts for right in range(len(rights))]
    packed = b"".join(value.to_bytes(2, "little", signed=True) for weights in values for value in weights)
    table = bytes([len(lefts), len(rights), *left_classes, *right_classes, *indices])
    return len(glyphs).to_bytes(2, "little") + table + packed


def main(source, donor, output):
    """Writes the subset of the font `source` with box drawing of `donor`, and its kerning table."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(
        layout_features=["kern"], hinting=False, notdef_outline=True, name_IDs=[1, 2], legacy_kern=False)
    options.drop_tables += ["STAT", "DSIG", "MVAR", "HVAR"]  # FreeType reads variable advances from gvar
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[u for a, b in KEPT for u in range(a, b + 1)])
    subsetter.subset(font)
    cmap = font.getBestCmap()
    glyphs = {cmap[u] for a, b in KERNED for u in range(a, b + 1) if u in cmap}
    scale = UNITS_PER_EM / font["head"].unitsPerEm
    keep = {pair: tuple(round(value * scale) for value in values)
            for pair, values in kerning(font, glyphs).items() if max(map(abs, values)) >= THRESHOLD}
    for table in "GPOS", "GDEF", "GSUB":
        del font[table]
    scale_upem(font, UNITS_PER_EM)
    replace_notdef(font)
    graft(font, TTFont(donor), [u for a, b in GRAFTED for u in range(a, b + 1)])
    font.save(output)
    with open(output + ".kern", "wb") as file:
        file.write(matrix(keep, font.getGlyphOrder()))

main(*sys.argv[1:])
