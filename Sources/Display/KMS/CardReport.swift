public import Support

/// Whether a card of this machine could be used, for a person who wonders.
public struct CardReport {
  /// "/dev/dri/card0".
  public let path: Bytes
  /// Why not; nil when it can.
  public let reason: Bytes?

  public init(path: Bytes, reason: Bytes?) { (self.path, self.reason) = (path, reason) }

  /// Opens every card for a moment: who has the display meanwhile is disturbed.
  public static var all: [CardReport] {
    Card.paths().map { path in
      do throws(OutputError) {
        try Card(path: path, mayBeAtomic: true).dropMaster()
        return CardReport(path: path, reason: nil)
      } catch {
        return CardReport(path: path, reason: error.text)
      }
    }
  }
}
