import CDRM
import CFramebuffer
import Raster
import Support

@testable import Display

extension Target {
  /// What a framebuffer's driver reports: every row that is drawn lies in its memory.
  static let framebuffer = Target("framebuffer") { bytes in
    var input = FuzzInput(bytes)
    guard
      let layout = try? FramebufferLayout(input.structure(fb_var_screeninfo()), input.structure(fb_fix_screeninfo()))
    else { return }
    let bits = layout.channels?.bitsPerPixel ?? layout.format.bitsPerPixel, row = (Int(layout.width) * bits + 7) / 8
    require(layout.pitch >= row && layout.firstRow >= 0 && layout.margin >= 0)
    for top in [0, layout.firstRow] + (layout.canPan ? [Int(layout.height)] : []) {
      require(layout.offset(ofRow: top + Int(layout.height) - 1) + row <= layout.byteCount)
    }
    require((4_000_000...100_000_000).contains(layout.period))
  }

  /// A mode from a display's EDID.
  static let mode = Target("mode") { bytes in
    var input = FuzzInput(bytes)
    let mode = input.structure(drmModeModeInfo()), other = input.structure(drmModeModeInfo())
    require((1_000_000...1_000_000_000).contains(mode.period) && !mode.text.isEmpty)
    require(mode.hasSameTimings(as: mode) && mode.hasSameTimings(as: other) == other.hasSameTimings(as: mode))
    if let request = ModeRequest(mode.text), (1...16384).contains(mode.hdisplay), (1...16384).contains(mode.vdisplay) {
      require(mode.matches(request))
    }
  }

  /// What a Wayland compositor reports about an output.
  static let surface = Target("surface") { bytes in
    var input = FuzzInput(bytes)
    var parameters = SurfaceLayout.Parameters()
    parameters.width = input.structure(Int32())
    parameters.height = input.structure(Int32())
    parameters.modeWidth = input.structure(Int32())
    parameters.modeHeight = input.structure(Int32())
    parameters.scale = input.structure(Int32())
    parameters.transform = input.structure(Int32())
    if !input.isEmpty { parameters.fractionalScale = input.structure(UInt32()) }
    for rotation in Rotation.allCases {
      guard let layout = SurfaceLayout(parameters, rotation: rotation) else { continue }
      require((1...16384).contains(layout.width) && (1...16384).contains(layout.height))
      require(Int(layout.width) * Int(layout.height) <= 1 << 26 && layout.pointWidth > 0 && layout.pointHeight > 0)
      require(layout.density > 0 && (0...3).contains(layout.transform))
    }
  }
}
