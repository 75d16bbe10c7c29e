public import Notation

/// Where the files that parameters name are read. Drawing code reads none by itself: who uses it says how.
public final class Files {
  /// The longest file, in bytes.
  public static var limit: Int { 32 * 1024 * 1024 }

  private let read: (Bytes) throws(ParameterError) -> [UInt8]

  public init(_ read: @escaping (Bytes) throws(ParameterError) -> [UInt8]) { self.read = read }

  func bytes(_ path: Bytes) throws(ParameterError) -> [UInt8] { try read(path) }
}
