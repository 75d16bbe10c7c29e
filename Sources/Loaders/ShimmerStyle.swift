import Notation
import Raster

/// A row of the table of styles in loaders.md ("shimmer").
struct ShimmerStyle {
  var colors: [Color]
  /// Nil is fill mode.
  var base: Color?
  var duration, delay: Double
  var size: Double
  var weight: Int

  init(_ name: Bytes, _ scheme: Scheme) {
    let label = Color.secondaryLabel(scheme), faint = label.opacity(0.45)
    let rainbow = [Color(0x007AFF), Color(0xAF52DE), Color(0xFF2D55), Color(0x007AFF)]
    (colors, base, duration, delay) = ([label, faint, label, faint, label], nil, 2, 0)
    (size, weight) = (15, 500)
    switch name {
    case "gradient": (colors, size, weight) = (rainbow, 22, 700)
    case "grok": (colors, size, weight) = (rainbow, 17, 600)
    case "calm": (base, delay, weight) = (label, 0.5, 400)
    case "processing": (base, duration) = (label, 1.5)
    default: break
    }
  }
}
