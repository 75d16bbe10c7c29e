internal import CLinux
import Support

/// The words of a command as execvp(3) takes them: C strings, and a null pointer after the last one.
final class ArgumentVector {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ words: [Bytes]) { pointers = words.map { $0.withCString { strdup($0) } } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
