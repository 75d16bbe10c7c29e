"""The table of a scenario: what was measured with each boot screen."""


def show(value):
    """A value as text: times in seconds with milliseconds."""
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def table(kind, columns):
    """The table of a scenario as text, {variant: {row: value}}."""
    rows = list(dict.fromkeys(row for figures in columns.values() for row in figures))
    width = max(map(len, rows), default=0)
    lines = [f"{kind.name}: {kind.title}", " " * (width + 2) + "".join(f"{variant:>12}" for variant in columns)]
    for row in rows:
        lines.append(f"  {row:{width}}" + "".join(f"{show(figures.get(row)):>12}" for figures in columns.values()))
    return "".join(line + "\n" for line in lines)
