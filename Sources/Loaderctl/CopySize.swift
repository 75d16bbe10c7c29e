import Support
import System

/// Option `--size` of `run` and `follow`.
enum CopySize {
  /// Removes the option; returns bytes, or the size of the file that it names.
  static func total(_ arguments: inout ParsedArguments) throws(CommandError) -> Double? {
    guard let text = arguments.removeValue("size") else { return nil }
    guard let size = Decimal.double(text) ?? File.size(text).map({ Double($0) }), size > 0 else {
      throw .usage("--size: \(quoted: text) is neither a number of bytes nor a file that has some")
    }
    return size
  }
}
