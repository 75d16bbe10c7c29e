import Display
import Raster
import Scene
import Support
import System
import Text

/// What the kiosk shows. With the argument `headless` it writes PNG files to the folder `frames`.
@LayerBuilder func scene(_ moment: Moment) -> some Layer {
  let turn = moment.loop(Time(seconds: 4))
  StrokedArc(from: turn, to: turn + 0.7, width: 10).fill(.white).frame(width: 170, height: 170)
  Label("Open", TextStyle(size: 40, weight: 600)).fill(.white)
}

var selection = OutputSelection(kind: CommandLine.arguments.contains("headless") ? "headless" : "auto"), start: Int64?
(selection.width, selection.height, selection.folder) = (320, 240, "frames")
let loop = try EventLoop(), timer = try Timer(), signals = try Signals(), typesetter = Typesetter()
let displays = try Displays(selection, OutputConfiguration(), loop) { StandardStreams.log($0) }
_ = try loop.watch(timer.descriptor) { _ in timer.acknowledge() }
_ = try loop.watch(signals.descriptor) { _ in
  let signal = signals.next()
  if signal == .releaseTerminal { displays.releaseTerminal() }
  if signal == .terminalActivated { displays.acquireTerminal() }
  if signal == .end { loop.stop() }
}
try loop.run {
  let now = Clock.nanoseconds, moment = Moment(Time(nanoseconds: now - (start ?? now)))
  _ = displays.dispatch(now: now)
  for output in displays.outputs where output.earliest(now: now) ?? .max <= now {
    start = start ?? now
    let display = output.description, scale = display.scale
    let area = Area(0, 0, Double(display.width) / scale, Double(display.height) / scale)
    var drawOps: [DrawOp] = []
    scene(moment).place(in: area, .center, Context(typesetter, scale: scale), into: &drawOps)
    _ = try? output.present(drawOps, over: .black, now: now)
  }
  timer.set(([displays.deadline] + displays.outputs.map { $0.earliest(now: now) }).compactMap { $0 }.min())
}
try? displays.lend()  // to the text console: Swift releases no global variables
