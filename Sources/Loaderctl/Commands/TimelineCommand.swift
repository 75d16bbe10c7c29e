import ScreenAPI
import Support
import System
import Varlink

extension Verb {
  static var timeline: Verb {
    Verb(
      """
      timeline
      print the timeline of the boot screen: driver, first picture, modes, hand-overs, end
      Times are in seconds since the kernel's start. After the daemon has ended, its record is read from the file beside \
      the socket. The last line names the programs that have the display open now, as far as this user may see them.
      $ timeline
      $ --json timeline
      """
    ) { (invocation, arguments) throws(CommandError) in
      let record = try invocation.timeline()
      let owners = ProcessList.displayOwners
      invocation.answer(
        .object(record.members + [JSON.Member("owners", .array(owners.map { .string($0) }))]),
        TimelineReport(record, owners: owners).text)
    }
  }
}

extension Invocation {
  /// The events of this boot, from the daemon, else from the file that it has left. Throws if there is neither.
  func timeline() throws(CommandError) -> EventRecord {
    do throws(CommandError) {
      return EventRecord(reply: .object(try call("GetTimeline").parameters))
    } catch {
      guard case .noDaemon = error else { throw error }
      if let record = try storedTimeline() { return record }
      throw error
    }
  }

  /// The events of this boot, from the file beside the socket; nil if there is none. Throws if it is not ours to read.
  func storedTimeline() throws(CommandError) -> EventRecord? {
    let path = SocketCompanion.timeline.path(beside: socket)
    do throws(SystemError) {
      return EventRecord(file: Bytes(try File.read(path, limit: EventRecord.byteLimit)), boot: Clock.boot)
    } catch {
      if error.isDenial { throw .failed("\(path): \(error.reason)") }
      return nil
    }
  }
}
