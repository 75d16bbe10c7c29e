import DaemonCore
import Support
import Varlink

extension CallJournal {
  /// Adds a call in place of earlier ones all of whose members it sets again: loaderd-minimal has no table of methods,
  /// from which loaderd takes a `Rule`. `isTheme`: the theme shows its own loader.
  mutating func replace(with call: Call, at time: Int64, isTheme: Bool = false) {
    // The same mode keeps its time, and what was set in it.
    if let mode = call["mode"],
      let index = entries.firstIndex(where: { $0.call.method == call.method && $0.call["mode"] == mode })
    {
      entries[index].call = call
      return
    }
    entries.removeAll { call.repeats($0.call) }
    entries.append(Entry(time: time, call: call, origin: isTheme ? .theme : .client))
    if entries.count > CallJournal.repeatLimit {
      entries.remove(at: entries.firstIndex { $0.call.method == call.method } ?? 0)
    }
  }

  /// Calls that `replace` keeps; the oldest ones of a method are dropped.
  private static var repeatLimit: Int { 48 }
}

extension Call {
  /// Whether this call sets all that an earlier one has set, of the same phase of the same task.
  fileprivate func repeats(_ earlier: Call) -> Bool {
    method == earlier.method && self["task"] == earlier["task"] && self["phase"] == earlier["phase"]
      && earlier.parameters.allSatisfy { old in
        old.value == .null || parameters.contains { $0.name == old.name && $0.value != .null }
      }
  }
}
