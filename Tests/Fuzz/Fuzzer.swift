import Glibc

/// The entry points for libFuzzer. The program is run through a link with the name of a target. Under its own name,
/// `fuzz`, it prints the names of all targets.
nonisolated(unsafe) private var chosen: Target?
nonisolated(unsafe) private var isFirst = true

/// How many descriptors are open, of the first 64.
private var openCount: Int { (0..<64).reduce(0) { fcntl($1, F_GETFD) < 0 ? $0 : $0 + 1 } }

@c(LLVMFuzzerInitialize)
public func initialize(
  count: UnsafeMutablePointer<Int32>, arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>>>
) -> Int32 {
  let name = String(cString: arguments.pointee.pointee).split(separator: "/").last ?? ""
  chosen = Target.all.first { $0.name == name }
  if chosen != nil { return 0 }
  for target in Target.all { print(target.name) }
  exit(name == "fuzz" ? 0 : 2)
}

@c(LLVMFuzzerTestOneInput)
public func test(bytes: UnsafePointer<UInt8>?, count: Int) -> Int32 {
  let openBefore = openCount
  chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  require(openCount <= openBefore || isFirst)  // the first input may open what the next ones use again
  isFirst = false
  return 0
}
