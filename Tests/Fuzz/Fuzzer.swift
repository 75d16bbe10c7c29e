import Glibc

/// What libFuzzer calls. The name of a link to the program is that of the target; by its own it tells all of them.
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
  chosen?.take(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
