import Support

/// Creates a studio, which is never freed. WebAssembly has no threads here: one call ends before the next begins.
@c(studio_create)
public func createStudio() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Studio()).toOpaque() }

/// Memory of `count` bytes for the argument of the next call, valid until then.
@c(studio_input)
public func input(_ studio: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  Studio.at(studio).resizeInput(Int(count))
}

/// Answers the JSON object in the input. Returns the size of the reply in bytes, for `studio_reply`.
@c(studio_call)
public func call(_ studio: UnsafeMutableRawPointer) -> Int32 { Int32(Studio.at(studio).answerInput()) }

/// The reply to the last call: JSON. It is valid until the next call.
@c(studio_reply)
public func reply(_ studio: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { Studio.at(studio).reply.baseAddress }

/// Adds a file whose content is the input, or replaces it. Its name was set with a call.
@c(studio_add)
public func add(_ studio: UnsafeMutableRawPointer) { Studio.at(studio).addInput() }

/// Draws the frame at `seconds` of what the last call of `show` describes. Returns its pixels: red, green, blue, alpha,
/// not premultiplied, row by row. They are valid until the next call. Null before `show`.
@c(studio_draw)
public func draw(_ studio: UnsafeMutableRawPointer, _ seconds: Double) -> UnsafeMutableRawPointer? {
  Studio.at(studio).draw(at: Time(seconds: seconds)).baseAddress
}

/// The file that the last call has encoded, of the size in its reply. It is valid until the next call.
@c(studio_file)
public func file(_ studio: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Studio.at(studio).encodedFile.baseAddress
}

extension Studio {
  fileprivate static func at(_ address: UnsafeMutableRawPointer) -> Studio {
    Unmanaged<Studio>.fromOpaque(address).takeUnretainedValue()
  }
}
