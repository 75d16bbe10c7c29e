import Daemon
import Display
import ScreenAPI
import Support
import System
import Varlink

/// The calls of clients.
extension MinimalDaemon {
  func answer(_ call: Call) -> Reply {
    let now = Clock.nanoseconds
    do throws(Reply) {
      switch call.method.hasPrefix(ScreenInterface.prefix)
        ? call.method.dropFirst(ScreenInterface.prefix.utf8CodeUnitCount) : ""
      {
      case "GetState": return Reply(state)
      case "GetTimeline": return Reply(eventLog.members)
      case "SetMode":
        let mode = try call.name("mode")
        guard MinimalDaemon.modes.contains(mode) else { throw .invalidParameter("mode", "'\(mode)' is not a mode") }
        screen.mode = mode
        screen.hasFailed = false
      case "SetProgress":
        if let value = call["value"] {
          guard let number = value.number, (0...1).contains(number) else {
            throw .invalidParameter("value", "not a number from 0 to 1")
          }
          screen.setProgress(number, now: now)
        } else if !["alive", "milestone", "phase", "task", "label", "estimate"].contains(where: { call[$0] != nil }) {
          screen.setProgress(nil, now: now)
        }
      case "ReportFailure": screen.hasFailed = true
      case "SetStatus", "SetMessage": break  // for loaderd, which takes over
      case "Yield":
        displays.yield()
        return Reply()
      case "Resume":
        do throws(OutputError) {
          try displays.resume()
          updateOutputs()
        } catch {
          throw .noDisplay(error.text)
        }
        return Reply()
      case "Quit":
        quit(keepsPicture: call["retain"] == .bool(true) || call["handover"] == .bool(true))
        return Reply()
      default:
        if call.method.hasPrefix(ScreenInterface.prefix) {
          throw Reply(error: "org.varlink.service.MethodNotImplemented", [JSON.Member("method", .string(call.method))])
        }
        throw VarlinkService.methodNotFound(call.method)
      }
      journal.note(call, at: now)
      redraw()
      return Reply()
    } catch {
      return error
    }
  }

  private static var modes: [Bytes] { ["boot", "shutdown", "reboot", "update", "firmware", "reset"] }

  private func quit(keepsPicture: Bool) {
    eventLog.endReason = "quit"
    guard keepsPicture, displays.hasPictures else { return loop.stop() }
    displays.retain()
    nextReplacementCheck = Clock.nanoseconds
  }

  /// The reply to `GetState`. What this program cannot know is empty.
  private var state: [JSON.Member] {
    let statistics = outputs.first?.output.frameClock.statistics
    let frame: JSON = [
      "time": .number(Double((Clock.nanoseconds - start) / 1_000_000) / 1000),
      "shown": .integer(statistics?.shown ?? 0), "skipped": .integer(statistics?.skipped ?? 0),
      "late": .integer(statistics?.late ?? 0), "first": first.map { .number($0) } ?? .null,
      "flush": .number(Double((statistics?.flush ?? 0) / 1000) / 1e6), "refreshes": .integer(1),
    ]
    let nothing: [StaticString] = ["loader", "text", "left", "part", "parts", "milestone"]
    return nothing.map { JSON.Member(Bytes($0), .null) } + [
      JSON.Member("status", ""), JSON.Member("message", ""), JSON.Member("title", ""), JSON.Member("subtitle", ""),
      JSON.Member("progress", screen.progress.map { .number($0) } ?? .null),
      JSON.Member("mode", .string(screen.mode)), JSON.Member("tasks", .array([])), JSON.Member("shown", .array([])),
      JSON.Member("failure", screen.hasFailed ? "" : .null), JSON.Member("console", .bool(false)),
      JSON.Member("cancellable", .bool(false)), JSON.Member("yielded", .bool(displays.session.isReleased)),
      JSON.Member("missing_glyphs", .integer(0)), JSON.Member("unshaped", .bool(false)), JSON.Member("frame", frame),
      JSON.Member("output", outputs.first.map { describe($0.output) } ?? .null),
    ]
  }

  private func describe(_ output: any Output) -> JSON {
    let description = output.description
    return [
      "kind": .string(Bytes(description.kind)), "name": .string(description.name),
      "device": .string(description.device), "role": .string(Bytes(description.role.name)),
      "state": .string(Bytes(description.state)), "width": .integer(Int(description.width)),
      "height": .integer(Int(description.height)), "refresh": .number(description.refresh),
      "scale": .number(description.scale(ofLoader: nil, ofScreen: nil)),
      "rotation": .integer(description.rotation), "format": .string(Bytes(description.format)),
      "path": .string(Bytes(description.path)), "pacing": .string(Bytes(output.frameClock.pacing.name)),
    ]
  }
}

extension Call {
  /// A member that must be text.
  fileprivate func name(_ member: StaticString) throws(Reply) -> Bytes {
    guard let text = self[member]?.string else { throw .invalidParameter(Bytes(member), "missing, or not text") }
    return text
  }
}
