import ProgressParsers
import Support
import Testing

/// What real programs wrote, and what is read out of it.
@Suite struct TranscriptTests {
  /// `0.5 copying`, each but repetitions, `–` for what is not known.
  static func told(_ name: String, _ format: ProgressParser.Format, total: Double? = nil) throws -> [String] {
    var meter = ProgressParser(format, total: total)
    var lines: [String] = []
    for reading in meter.feed(try Transcript.bytes(name)) {
      let percent = reading.fraction.map { String(($0 * 1000).rounded() / 10) } ?? "–"
      let words = [reading.phase, reading.label, reading.failure.map { Bytes("!") + $0 }].compactMap { $0?.string }
      let line = ([percent] + words).joined(separator: " ")
      if line != lines.last { lines.append(line) }
    }
    return lines
  }

  @Test(arguments: [ProgressParser.Format.pv, .auto]) func pv(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.told("pv-numeric", format) == ["20.0", "41.0", "62.0", "83.0", "100.0"])
    #expect(try TranscriptTests.told("pv-bar", format) == ["20.0", "41.0", "62.0", "83.0", "100.0"])
    #expect(
      try TranscriptTests.told("pv-unknown", format) == [
        "– 614KiB", "– 1.20MiB", "– 1.80MiB", "– 2.40MiB", "– 2.86MiB",
      ])
  }

  @Test(arguments: [ProgressParser.Format.dialog, .auto]) func dialog(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.told("dialog", format) == [
        "10.0", "20.0", "35.0 Copying files… please wait", "60.0 Setting up the boot loader", "80.0", "100.0",
      ])
  }

  @Test(arguments: [ProgressParser.Format.rsync, .auto]) func rsync(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.told("rsync-progress2", format) == ["0.0", "38.0", "54.0", "75.0", "90.0", "100.0"])
    #expect(
      try TranscriptTests.told("rsync-progress", format) == ["1.0", "100.0", "1.0", "14.0", "100.0", "6.0", "100.0"])
    let failure = try TranscriptTests.told("rsync-fail", format)
    #expect(failure.prefix(2) == ["1.0", "100.0"])
  }

  @Test(arguments: [ProgressParser.Format.curl, .auto]) func curl(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.told("curl-table", format) == ["–", "20.0", "60.0", "100.0"])
    #expect(try TranscriptTests.told("curl-bar", format).suffix(3) == ["90.0", "95.0", "100.0"])
    #expect(try TranscriptTests.told("curl-unknown", format) == ["–", "– 683k", "– 1464k", "– 1953k"])
    #expect(
      try TranscriptTests.told("curl-fail", format) == ["–", "0.0", "– !(22) The requested URL returned error: 404"])
  }

  @Test(arguments: [ProgressParser.Format.wget, .auto]) func wget(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.told("wget-bar", format).prefix(3) == ["– /dev/null", "0.0", "10.0"])
    #expect(try TranscriptTests.told("wget-bar", format).last == "100.0")
    #expect(
      try TranscriptTests.told("wget-bar-unknown", format).prefix(3) == ["– /dev/null", "– 0", "– 203.31K"])
    #expect(try TranscriptTests.told("wget-dot", format).prefix(3) == ["– /dev/null", "2.0", "5.0"])
    #expect(try TranscriptTests.told("wget-dot", format).last == "100.0")
    #expect(try TranscriptTests.told("wget-dot-unknown", format) == ["– /dev/null", "–"])
    #expect(try TranscriptTests.told("wget-fail", format) == ["– !404: Not Found."])
  }

  @Test(arguments: [ProgressParser.Format.dd, .auto]) func dd(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.told("dd", format) == ["– 3.1 MB", "– 5.1 MB", "– 5.5 MB"])
    #expect(try TranscriptTests.told("dd", format, total: 5_500_000) == ["55.7", "92.1", "100.0"])
  }

  @Test(arguments: [ProgressParser.Format.apt, .auto]) func apt(format: ProgressParser.Format) throws {
    let installed = try TranscriptTests.told("apt-install", format)
    #expect(
      installed.prefix(4) == [
        "0.0 download Retrieving file 1 of 2", "50.0 download Retrieving file 2 of 2",
        "100.0 download Retrieving file 2 of 2", "0.0 install Running dpkg",
      ])
    #expect(installed.last == "88.9 install Installed loaderd-one (amd64)")
    #expect(
      try TranscriptTests.told("apt-fail", format).last
        == "60.0 install !installed loaderd-bad package post-installation script subprocess returned error exit status 3"
    )
  }

  @Test(arguments: [ProgressParser.Format.apt, .auto]) func dpkg(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.told("dpkg", format) == ["– Unpacking loaderd-one", "–", "– Configuring loaderd-one", "–"])
    #expect(
      try TranscriptTests.told("dpkg-fail", format).last
        == "– !installed loaderd-bad package post-installation script subprocess returned error exit status 3")
  }

  @Test(arguments: [ProgressParser.Format.rauc, .auto]) func rauc(format: ProgressParser.Format) throws {
    let steps = [
      "0.0 Installing", "0.0 Determining slot states", "20.0", "20.0 Checking bundle", "20.0 Verifying signature",
      "40.0", "40.0 Checking manifest contents", "60.0", "60.0 Determining target install group", "80.0",
      "80.0 Updating slots", "80.0 Checking slot rootfs.1", "90.0", "90.0 Copying image to rootfs.1", "99.0", "100.0",
    ]
    #expect(try TranscriptTests.told("rauc", format) == steps)
    #expect(try TranscriptTests.told("rauc-tty", format) == steps)
    #expect(
      try TranscriptTests.told("rauc-fail", format).suffix(2) == [
        "100.0",
        "– !Installation error: Compatible mismatch: Expected 'test' but bundle manifest has 'other'",
      ])
  }

  @Test(arguments: [ProgressParser.Format.swupdate, .auto]) func swupdate(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.told("swupdate-progress", format) == [
        "0.0", "0.0 img.bin", "10.0 img.bin", "20.0 img.bin", "30.0 img.bin", "40.0 img.bin", "50.0 img.bin",
        "50.0 img2.bin", "60.0 img2.bin", "70.0 img2.bin", "80.0 img2.bin", "90.0 img2.bin", "100.0 img2.bin", "100.0",
        "0.0", "–",
      ])
    #expect(
      try TranscriptTests.told("swupdate-client", format) == [
        "– Software Update started !", "– MTD is not present on the target", "– MTD is not present in the system",
        "– cannot open libmtd", "– Installation in progress", "100.0", "–", "100.0",
      ])
    #expect(try TranscriptTests.told("swupdate-client-fail", format) == ["– !Update failed"])
    #expect(
      try TranscriptTests.told("swupdate", format) == [
        "– Software Update started !", "– Installation in progress", "100.0",
      ])
  }
}
