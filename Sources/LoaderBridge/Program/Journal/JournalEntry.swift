import CSystemd
import Support

/// The fields of a journal entry that loader-bridge uses.
///
/// They are read in one pass: sd_journal_get_data(3) for each takes four times as long, and most of what loader-bridge
/// costs during a boot is to read the journal.
struct JournalEntry {
  /// A field of systemd.journal-fields(7).
  enum Field: Int {
    case message, messageID, priority, identifier, senderProcess, process, command, transport, unit
  }

  /// The names of fields, in the order of ``Field``.
  private static var names: [StaticString] {
    [
      "MESSAGE=", "MESSAGE_ID=", "PRIORITY=", "SYSLOG_IDENTIFIER=", "SYSLOG_PID=", "_PID=", "_COMM=", "_TRANSPORT=",
      "UNIT=",
    ]
  }

  private var values: [Bytes?]

  /// Reads the current entry of a journal.
  init(_ journal: OpaquePointer) {
    let names = JournalEntry.names
    values = [Bytes?](repeating: nil, count: names.count)
    sd_journal_restart_data(journal)
    var data: UnsafeRawPointer?
    var count = 0
    // Leaves out what cannot be read, as a compressed field without the library for it.
    while sd_journal_enumerate_available_data(journal, &data, &count) > 0, let start = data {
      let field = UnsafeRawBufferPointer(start: start, count: count)
      for (index, name) in names.enumerated() {
        let prefix = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        if field.starts(with: prefix) { values[index] = Bytes(Array(field.dropFirst(prefix.count))) }
      }
    }
  }

  /// The value of a field; nil if the entry does not have it.
  subscript(field: Field) -> Bytes? { values[field.rawValue] }
}
