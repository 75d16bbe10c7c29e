import Notation

/// The way to no display: one output that nobody sees.
final class Headless: Backend {
  let kind: StaticString = "headless"
  let outputs: [any Output]
  var standing: Standing { .showing }
  var reason: Bytes { "" }
  var wakeUp: Int64? { outputs[0].pacer.deadline }

  init(_ selection: Selection) throws(OutputError) {
    outputs = [
      try HeadlessOutput(
        width: selection.width, height: selection.height, rate: selection.rate, folder: selection.folder)
    ]
  }

  func turn(now: Int64) -> Bool { false }
}
