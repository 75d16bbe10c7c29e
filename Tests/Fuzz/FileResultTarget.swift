import Support
import System
import Varlink

@testable import Daemon

extension Target {
  /// The memory in which a worker process returns the files that a client has named.
  static let fileResult = Target("file-result") { bytes in
    guard let memory = try? Mapping(zeroed: max(1, bytes.count)) else { return }
    memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    let budget = MemoryBudget()
    show(FileBundle(memory, budget))
    require(budget.bytes == 0)
  }

  private static func show(_ result: FileBundle) {
    _ = result.refusal?.text
    var screen = FuzzScreen(result.files)
    screen.call(
      Call("io.loaderd.Screen.Show", [JSON.Member("loader", "logo"), JSON.Member("image", "a.png")]))
    screen.draw(width: 32, height: 32)
    screen.call(
      Call("io.loaderd.Screen.Show", [JSON.Member("loader", "frames"), JSON.Member("pictures", "a.png")]))
    screen.draw(width: 32, height: 32)
  }
}
