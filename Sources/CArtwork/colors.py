"""The flat colours of the artwork, as red, green and blue from 0 to 1."""


def rgb(text):
    """A colour from six hexadecimal digits."""
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


FAR, FAR_LIGHT, FAR_DARK = rgb("dfe5e5"), rgb("e7ebea"), rgb("d5dddd")
MIST, MIST_LIGHT, MIST_DARK = rgb("cfd9da"), rgb("dfe6e6"), rgb("bfcccd")
STEEL, STEEL_DARK = rgb("b4c5c8"), rgb("94a9ae")
SAND, SAND_DARK = rgb("e3d6c6"), rgb("cfbfac")
ROSE, ROSE_DARK = rgb("dcc0b2"), rgb("c29c8b")
CREAM, GLASS = rgb("f4f1ea"), rgb("a3b7bc")
GREEN_PALE, GREEN_LIGHT, GREEN, GREEN_DARK = rgb("bccfc0"), rgb("a3c0aa"), rgb("7fa88c"), rgb("668f76")
BARK = rgb("8c7466")
GROUND = rgb("b3c0bd")
COAT, COAT_DARK, COAT_SHADE = rgb("d9714f"), rgb("b95b3e"), rgb("c96546")
TROUSERS, TROUSERS_DARK = rgb("3b4c63"), rgb("2d3b4f")
SCARF, SCARF_DARK = rgb("f0cf8e"), rgb("deb76c")
SKIN, SKIN_DARK, HAIR, SHOE, SHOE_DARK = rgb("efc0a0"), rgb("dba583"), rgb("43363a"), rgb("f7f5f0"), rgb("dcdad4")
