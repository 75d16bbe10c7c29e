import Glibc

/// The entry points for libFuzzer. The program is run through a link with the name of a target. Under its own name,
/// `fuzz`, it prints the names of all targets.
nonisolated(unsafe) private var chosen: Target?

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
  chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
