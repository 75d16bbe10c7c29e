import Images
import Raster

/// The memory of files that were read, and the limit above which no more are read.
final class MemoryBudget {
  /// Bytes in use.
  private(set) var bytes = 0
  /// Calls whose files are being read.
  private var reads = 0
  /// Bytes of the largest picture. A call in flight counts as one.
  static var largestPicture: Int { 4 * Picture.clientPixelLimit }
  /// Bytes above which no more files are read: three of the largest pictures.
  static var limit: Int { 3 * largestPicture }
  var isFull: Bool { bytes >= MemoryBudget.limit }
  /// Whether the files of another call may be read: there is room even if each call in flight has the largest picture.
  /// The first one may always.
  var mayBeginRead: Bool { reads == 0 || bytes + reads * MemoryBudget.largestPicture < MemoryBudget.limit }

  func beginRead() { reads += 1 }
  func endRead() { reads -= 1 }
  /// Counts memory that is in use from now on, until it is released.
  func allocate(_ count: Int) { bytes += count }
  func release(_ count: Int) { bytes -= count }
}
