import Linux
import Loaders
import Notation
import Protocol
import Work

@testable import Daemon

extension Target {
  /// What a predecessor left, and what is left for a successor.
  static let record = Target("record") { bytes in
    guard var record = Record(Bytes(bytes), boot: "now") else { return }
    var stage = Stage()
    for entry in record.entries {
      require(entry.time >= 0)
      stage.take(entry.call)
    }
    stage.draw(width: 32, height: 32)
    guard let again = Record(record.save(), boot: "now") else { return }
    require(again.entries.map { $0.call.text } == record.entries.map { $0.call.text })
    require(again.entries.map { $0.time } == record.entries.map { $0.time })
  }
}

extension Target {
  /// What earlier runs of the machine left.
  static let experience = Target("experience") { bytes in
    let experience = Experience(Bytes(bytes))
    let text = experience.text
    require(Experience(text).text == text)
    var stage = Stage()
    stage.session.take(experience, estimating: true, at: stage.time)
    stage.draw(width: 32, height: 32)
  }

  /// Files that a client names, as the process that read them hands them over.
  static let reading = Target("reading") { bytes in
    guard let memory = try? Mapping(zeroed: max(1, bytes.count)) else { return }
    memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    let account = ReadFiles.Account()
    show(ReadFiles(memory, account))
    require(account.bytes == 0)
  }

  private static func show(_ read: ReadFiles) {
    _ = read.refusal?.text
    var stage = Stage(read.files)
    stage.take(
      Call("io.loaderd.Screen.Show", [JSON.Member("loader", "logo"), JSON.Member("image", "a.png")]))
    stage.draw(width: 32, height: 32)
  }

  /// A message of the kernel, which has much from others.
  static let message = Target("message") { bytes in
    guard let line = KernelMessages.line(bytes) else { return }
    var stage = Stage()
    stage.take(Call("io.loaderd.Screen.Show", [JSON.Member("loader", "console")]))
    stage.session.note([line])
    stage.draw(width: 64, height: 32)
  }
}
