"""The pictures of a film as PNG files."""

from filmed import HERE  # noqa: F401: it makes board/qemu importable
from picture import Picture


def as_picture(rows):
    """An array of pixels as a Picture."""
    return Picture(rows.shape[1], [row.tobytes() for row in rows])


def write_pictures(film, most=60):
    """Writes the first picture of each run of one kind, and the last one of the film."""
    before, count = None, 0
    for kept in film.kept:
        guest, kind = kept[:2]
        if kind != before and count < most:
            as_picture(film.rows(kept)).write_png(film.folder / f"{guest:07.3f}-{kind}.png")
            count += 1
        before = kind
    if film.kept:
        as_picture(film.rows(film.kept[-1])).write_png(film.folder / "last.png")
