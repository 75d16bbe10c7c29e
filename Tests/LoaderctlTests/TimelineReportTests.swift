import Process
import ScreenAPI
import Support
import Testing

@testable import Loaderctl

/// The table of `loaderctl timeline`.
@Suite struct TimelineReportTests {
  @Test func tableHasTimesAndDifferences() {
    var record = EventRecord()
    record.add(EventRecord.Entry(5.19, "start", "initramfs", process: 122))
    record.add(EventRecord.Entry(5.1404, "driver", "dri/card0, birth of its node", process: 122))
    record.add(EventRecord.Entry(12.9996, "end", "quit", process: 122))
    let text = String(decoding: TimelineReport(record, owners: ["weston (412)"]).text.utf8, as: UTF8.self)
    #expect(
      text == """
            time     since  event        detail
           5.140            driver       dri/card0, birth of its node
           5.190    +0.050  start        process 122, initramfs
          13.000    +7.810  end          quit
        the display is open in weston (412)

        """)
  }

  @Test func withoutADaemonAndARecordThereIsNone() throws {
    let folder = Folder()
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "timeline"])
    #expect(outcome.status == 3 && outcome.errorLines.count == 1)
  }
}
