extension Theme {
  /// The keys of section `Theme` and of the modes' sections. The order is the order of evaluation.
  public static var keys: [Parameter] {
    [
      .scheme,
      Parameter("background", .text, nil, "a colour; colours from top to bottom; or a PNG file"),
      Parameter("background-fit", .choice(["fit", "fill", "none"]), "fill", "how a picture fills the display"),
      Parameter("accent", .color, nil, "the bar, and loaders whose color is blue by default; bar-color and color win"),
      Parameter("margin", .number(0...45), "5", "empty edge, in percent of the shorter side"),
      Parameter(
        "align", .fraction, "50%", "height of the loader's middle: top, center, bottom or a fraction",
        aliases: [("top", "0%"), ("center", "50%"), ("bottom", "100%")]),
      Parameter("logo", .pictures(upTo: 1), nil, "above the loader; made smaller if it does not fit"),
      Parameter("logo-light", .pictures(upTo: 1), nil, "the logo for the light scheme"),
      Parameter("logo-width", .points(1...4000), nil, "the logo's width; its own without it"),
      Parameter("logo-place", .choice(["loader", "top", "bottom"]), "loader", "above the loader, or at an edge"),
      Parameter("watermark", .pictures(upTo: 1), nil, "a small picture at the lower edge"),
      Parameter("loader", .text, nil, "the loader to start with, or none"),
      Parameter("text", .text, nil, "its text"),
      Parameter("font", .font, nil, "of all texts but the loader's; the built-in font without it"),
      Parameter("title", .text, nil, "between the loader and the bar; empty for none; the mode's own without it"),
      Parameter("title-size", .points(4...200), "17", "size of the title"),
      Parameter("title-color", .color, nil, "label without it"),
      Parameter("subtitle", .text, nil, "under the title, likewise"),
      Parameter("subtitle-size", .points(4...200), "13", "size of the subtitle"),
      Parameter("subtitle-color", .color, nil, "a softer label without it"),
      Parameter("bar-color", .color, nil, "the accent, or else label without it"),
      Parameter("bar-gutter", .color, "#8E8E9359", "the track under the bar"),
      Parameter("bar-width", .points(1...4000), "200", "width of the bar"),
      Parameter("bar-height", .points(1...200), "4", "height of the bar"),
      Parameter("bar-place", .choice(["title", "top", "bottom"]), "title", "below the title, or at an edge"),
      Parameter("percent", .choice(["no", "yes"]), "no", "whether the progress is a number too, below the bar"),
      Parameter("percent-size", .points(4...200), "17", "size of the percentage"),
      Parameter("percent-color", .color, nil, "label without it"),
      Parameter("status", .text, nil, "the line below the bar"),
      Parameter("status-size", .points(4...200), "13", "size of the status line and of the time left"),
      Parameter("status-color", .color, nil, "a softer label without it"),
      Parameter("message-size", .points(4...200), "15", "size of the message at the lower edge"),
      Parameter("message-color", .color, nil, "label without it"),
      Parameter(
        "landing", .choice(["none", "still", "background"]), nil,
        "the screen before another program or a text replaces it"),
    ]
  }
}
