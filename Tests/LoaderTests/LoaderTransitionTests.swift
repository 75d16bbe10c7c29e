import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// A loader that becomes smaller or larger because of another part of the screen.
@Suite struct LoaderTransitionTests {
  private let typesetter = Typesetter()
  private static let displays: [(Int32, Int32)] = [(240, 135), (320, 240), (480, 272), (800, 480)]

  /// The sizes in pixels of everything that is drawn, also of the members of groups.
  private func sizes(_ drawOps: [DrawOp]) -> [(width: Int32, height: Int32)] {
    drawOps.flatMap { drawOp in
      if case .group(let members) = drawOp.shape { return sizes(members) }
      return [(drawOp.bounds.width, drawOp.bounds.height)]
    }
  }

  /// Checks that everything that is drawn from second 1 to 1.2 has the size that it has before or after that.
  private func checkSizes(_ screen: Screen, on size: (width: Int32, height: Int32)) throws {
    let context = Context(typesetter, scale: DisplayScale(width: size.width, height: size.height).value)
    func shown(_ seconds: Double) -> [(width: Int32, height: Int32)] {
      sizes(screen.drawOps(at: Moment(Time(seconds: seconds)), width: size.width, height: size.height, context))
    }
    let ends = shown(0.99) + shown(1.3)
    #expect(ends.count > 2)
    for step in 0...12 {
      for part in shown(1 + Double(step) / 60) {
        let isKnown = ends.contains { abs($0.width - part.width) <= 1 && abs($0.height - part.height) <= 1 }
        #expect(isKnown, "\(size), frame \(step): a part of \(part)")
      }
    }
  }

  /// The sentence, the sign and the code keep their layout, or one layout fades in while the other one fades out.
  @Test(arguments: displays) func aFailureHasNoOtherLayoutOnTheWay(_ size: (Int32, Int32)) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let given: [(name: Bytes, text: Bytes)] = [
      ("unit", "data.mount"), ("code", "E42"), ("address", "https://support.example/?u=data.mount&c=E42"),
    ]
    let text: Bytes =
      "The data disk cannot be read. Take the card out, clean its contacts, put it in again, and switch the device off and on."
    screen.setLoader(try Catalog.loader("failure", text, given), at: .zero, fading: false)
    screen.message.update(with: "Please call support", at: Time(seconds: 1), fading: true)
    try checkSizes(screen, on: size)
  }

  /// No line break and no ellipsis comes on the way.
  @Test(arguments: displays, ["text", "shimmer", "live"] as [Bytes])
  func aTextHasNoOtherLinesOnTheWay(_ size: (Int32, Int32), _ name: Bytes) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let text: Bytes =
      "Preparing your new device, which takes a little while the first time it is switched on in a new place"
    screen.setLoader(try Catalog.loader(name, text), at: .zero, fading: false)
    screen.titles.update(with: "Updating", at: .zero, fading: false)
    screen.message.update(with: "Do not turn off the device", at: .zero, fading: false)
    screen.setProgress(ProgressAnimation(from: 0.3, to: 0.3, since: .zero), at: Time(seconds: 1), fading: true)
    screen.status.update(with: "Downloading", at: Time(seconds: 1), fading: true)
    try checkSizes(screen, on: size)
  }

  /// A loader without a text changes its size evenly.
  @Test func aPictureGrowsOnTheWay() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(try Catalog.loader("worm", "", [("dot-size", "24")]), at: .zero, fading: false)
    screen.message.update(with: "Do not turn off the device", at: Time(seconds: 1), fading: true)
    screen.titles.update(with: "Updating", at: Time(seconds: 1), fading: true)
    func size(_ seconds: Double) -> Double {
      let drawOps = screen.drawOps(
        at: Moment(Time(seconds: seconds)), width: 160, height: 100, Context(typesetter, scale: 1))
      return Double(sizes(drawOps)[0].width)
    }
    let large = size(0.99), small = size(1.3)
    #expect(large > small + 4)
    for step in 0...12 {
      let part = Easing.easeInOut(Double(step) / 12)
      #expect(abs(size(1 + Double(step) / 60) - (large + (small - large) * part)) <= 2)
    }
  }

  /// A loader that has no room any more fades out in its size.
  @Test func aLoaderWithoutRoomKeepsItsSize() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(try Catalog.loader("worm", "", [("dot-size", "24"), ("pause", "3600")]), at: .zero, fading: false)
    screen.titles.update(with: "Updating", at: Time(seconds: 1), fading: true)
    screen.status.update(with: "Downloading", at: Time(seconds: 1), fading: true)
    screen.message.update(with: "Do not turn off the device", at: Time(seconds: 1), fading: true)
    let context = Context(typesetter, scale: 1)
    var leaving = 0
    for height in 16...48 as ClosedRange<Int32> {
      func isPlaced(_ seconds: Double) -> Bool {
        screen.layout(at: Moment(Time(seconds: seconds)), width: 128, height: height, context)[.loader] != nil
      }
      func width(_ seconds: Double) -> Int32 {
        let moment = Moment(Time(seconds: seconds))
        return sizes(screen.drawOps(at: moment, width: 128, height: height, context))[0].width
      }
      if !isPlaced(0.99) || isPlaced(2) { continue }
      leaving += 1
      #expect(abs(width(0.99) - width(1.05)) <= 2)
    }
    #expect(leaving > 0)
  }
}
