import Support
import System
import Varlink

/// The file of the journal: JSON.
extension CallJournal {
  /// Bytes of the file.
  package static var byteLimit: Int { 64 * 1024 }

  /// The file's content. Without room for everything, the progress is left out, and then the newest calls but `Show`.
  /// Clears `isChanged`.
  package mutating func save() -> Bytes {
    var text = text
    while text.count > CallJournal.byteLimit, !entries.isEmpty {
      if progress != .null {
        progress = .null
      } else {
        entries.remove(at: entries.lastIndex { !$0.call.method.hasSuffix(".Show") } ?? 0)
      }
      text = self.text
    }
    isChanged = false
    return text
  }

  private var text: Bytes {
    let calls = entries.map { entry in
      var members = [
        JSON.Member("method", .string(entry.call.method)), JSON.Member("parameters", .object(entry.call.parameters)),
        JSON.Member("seconds", .number(Double(entry.time / 1_000_000_000))),
        JSON.Member("nanoseconds", .number(Double(entry.time % 1_000_000_000))),
      ]
      if let reader = entry.reader {
        members.append(JSON.Member("user", .number(Double(reader.user))))
        members.append(JSON.Member("group", .number(Double(reader.group))))
        let groups = reader.supplementaryGroups.map { JSON.number(Double($0)) }
        if !groups.isEmpty { members.append(JSON.Member("groups", .array(groups))) }
      }
      switch entry.origin {
      case .client: break
      case .theme: members.append(JSON.Member("theme", .bool(true)))
      case .commandLine: members.append(JSON.Member("commandLine", .bool(true)))
      }
      return JSON.object(members)
    }
    let buffers = framebuffers.map { JSON.number(Double($0)) }
    return JSON.object([
      JSON.Member("boot", .string(boot)), JSON.Member("framebuffers", .array(buffers)),
      JSON.Member("background", background.map { .number(Double($0)) } ?? .null),
      JSON.Member("terminal", terminal.map { .number(Double($0)) } ?? .null),
      JSON.Member("released", .bool(isReleased)), JSON.Member("splashHidden", .bool(isSplashHidden)),
      JSON.Member("calls", .array(calls)),
      JSON.Member("progress", progress), JSON.Member("shownProgress", shownProgress),
      JSON.Member("partDecided", .bool(isPartDecided)),
    ]).text
  }

  /// Parses a file; nil if it is malformed, or of another boot.
  package init?(_ text: Bytes, boot: Bytes) {
    guard let file = try? JSON(text), file["boot"] == .string(boot), let calls = file["calls"]?.array else {
      return nil
    }
    self.init(boot: boot)
    framebuffers = (file["framebuffers"]?.array ?? []).compactMap { $0.number.flatMap { UInt32(exactly: $0) } }
    background = file["background"]?.number.flatMap { UInt32(exactly: $0) }
    isReleased = file["released"]?.bool ?? false
    isSplashHidden = file["splashHidden"]?.bool ?? false
    terminal = file["terminal"]?.number.flatMap { Int32(exactly: $0) }
    progress = file["progress"] ?? .null
    shownProgress = file["shownProgress"] ?? .null
    isPartDecided = file["partDecided"]?.bool ?? false
    for call in calls {
      guard let method = call["method"]?.string, let parameters = call["parameters"]?.members,
        let seconds = call["seconds"]?.number, let nanoseconds = call["nanoseconds"]?.number,
        (0...1e9).contains(seconds), (0...1e9).contains(nanoseconds)
      else { return nil }
      let time = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
      entries.append(
        Entry(
          time: time, call: Call(method, parameters), reader: CallJournal.reader(call),
          origin: call["theme"] == .bool(true)
            ? .theme : call["commandLine"] == .bool(true) ? .commandLine : .client))
    }
    isChanged = false
  }

  /// The process with whose rights files are read. A number that cannot be parsed is the user `nobody` (65534).
  private static func reader(_ call: JSON) -> Peer? {
    guard let user = call["user"] else { return nil }
    func number(_ value: JSON?) -> UInt32 { value?.number.flatMap { UInt32(exactly: $0) } ?? 65534 }
    return Peer(
      user: number(user), group: number(call["group"]),
      supplementaryGroups: (call["groups"]?.array ?? []).map { number($0) })
  }
}
