import System
import Loaders
import Support
import Varlink

extension LeaseSession {
  /// The loader that the options name, or else the other one, if any.
  init(_ arguments: inout ParsedArguments, otherwise: Bytes?) throws(Failure) {
    let text = arguments.take("text")
    guard let name = arguments.take("loader") ?? otherwise else {
      self.init(showing: [])
      return
    }
    let entry = try ParsedArguments.entry(named: name)
    let parameters = arguments.absolute(entry)
    let loader = try ParsedArguments.loader(entry, text, parameters)
    var members = [JSON.Member("loader", .string(name)), JSON.Member("lease", .bool(true))]
    if let text { members.append(JSON.Member("text", .string(text))) }
    for option in parameters { members.append(JSON.Member(option.name, .string(option.text))) }
    // Under one that shows no text it is the status line, until there is another.
    self.init(showing: members, label: loader.showsProgress ? text : nil)
  }
}

/// How much a command copies.
enum CopySize {
  /// What `--size` says: bytes, or a file that has as many.
  static func total(_ arguments: inout ParsedArguments) throws(Failure) -> Double? {
    guard let text = arguments.take("size") else { return nil }
    guard let size = Decimal.double(text) ?? File.size(text).map({ Double($0) }), size > 0 else {
      throw .usage("--size: '\(text)' is neither a number of bytes nor a file that has some")
    }
    return size
  }
}
