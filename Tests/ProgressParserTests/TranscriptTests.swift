import ProgressParsers
import Support
import Testing

/// The samples parsed from recorded output of programs.
@Suite struct TranscriptTests {
  /// The samples of a transcript as text, such as `50.0 copying`, without repetitions; `–` is an unknown fraction.
  static func samples(_ name: String, _ format: ProgressParser.Format, total: Double? = nil) throws -> [String] {
    var parser = ProgressParser(format, total: total)
    var lines: [String] = []
    for sample in parser.feed(try Transcript.bytes(name)) {
      let percent = sample.fraction.map { String(($0 * 1000).rounded() / 10) } ?? "–"
      let words = [sample.phase, sample.label, sample.failure.map { Bytes("!") + $0 }].compactMap { $0?.string }
      let line = ([percent] + words).joined(separator: " ")
      if line != lines.last { lines.append(line) }
    }
    return lines
  }

  @Test(arguments: [ProgressParser.Format.pv, .auto]) func pv(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.samples("pv-numeric", format) == ["20.0", "41.0", "62.0", "83.0", "100.0"])
    #expect(try TranscriptTests.samples("pv-bar", format) == ["20.0", "41.0", "62.0", "83.0", "100.0"])
    #expect(
      try TranscriptTests.samples("pv-unknown", format) == [
        "– 614KiB", "– 1.20MiB", "– 1.80MiB", "– 2.40MiB", "– 2.86MiB",
      ])
  }

  @Test(arguments: [ProgressParser.Format.dialog, .auto]) func dialog(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.samples("dialog", format) == [
        "10.0", "20.0", "35.0 Copying files… please wait", "60.0 Setting up the boot loader", "80.0", "100.0",
      ])
  }

  @Test(arguments: [ProgressParser.Format.rsync, .auto]) func rsync(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.samples("rsync-progress2", format) == ["0.0", "38.0", "54.0", "75.0", "90.0", "100.0"])
    #expect(
      try TranscriptTests.samples("rsync-progress", format) == ["1.0", "100.0", "1.0", "14.0", "100.0", "6.0", "100.0"])
    let failure = try TranscriptTests.samples("rsync-fail", format)
    #expect(failure.prefix(2) == ["1.0", "100.0"])
  }

  @Test(arguments: [ProgressParser.Format.curl, .auto]) func curl(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.samples("curl-table", format) == ["–", "20.0", "60.0", "100.0"])
    #expect(try TranscriptTests.samples("curl-bar", format).suffix(3) == ["90.0", "95.0", "100.0"])
    #expect(try TranscriptTests.samples("curl-unknown", format) == ["–", "– 683k", "– 1464k", "– 1953k"])
    #expect(
      try TranscriptTests.samples("curl-fail", format) == ["–", "0.0", "– !(22) The requested URL returned error: 404"])
    // Since 8.18 times that are not known are blank.
    #expect(try TranscriptTests.samples("curl8-table", format) == ["–", "23.0", "53.0", "73.0", "93.0", "100.0"])
    #expect(try TranscriptTests.samples("curl8-unknown", format).suffix(3) == ["– 3.03M", "– 3.98M", "– 4.76M"])
  }

  @Test func linesOfADayOfCurlAreRead() {
    var parser = ProgressParser(.auto)
    let lines = """
       12  4.76G  12  1.12G   0      0 30.11k      0 11h 05m 01h 02m 10h 03m 30.11k
       12  4.76G  12  1.12G   0      0 30.11k      0  2d 05h  1d 02h 10h 03m 30.11k

      """
    #expect(parser.feed(Array(lines.utf8)).map { $0.fraction } == [0.12, 0.12])
  }

  /// As vmstat, and columns of /proc.
  @Test func rowsOfNumbersAreNotTheTableOfCurl() {
    var parser = ProgressParser(.auto, amidOutput: true)
    let lines = """
       1  0      0 123456   12345 234567    0    0    12    34   56   78  1  2 97  0  0
       1  0      0 3456      45 4567    0    0    12    34   56   78  1  2 97  0  0
      1 2 3 4 5 6 7 8 9
      50 2 50 4 0 6 7 8 9 10 11 12

      """
    #expect(parser.feed(Array(lines.utf8)) == [])
  }

  @Test(arguments: [ProgressParser.Format.wget, .auto]) func wget(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.samples("wget-bar", format).prefix(3) == ["– /dev/null", "0.0", "10.0"])
    #expect(try TranscriptTests.samples("wget-bar", format).last == "100.0")
    #expect(
      try TranscriptTests.samples("wget-bar-unknown", format).prefix(3) == ["– /dev/null", "– 0", "– 203.31K"])
    #expect(try TranscriptTests.samples("wget-dot", format).prefix(3) == ["– /dev/null", "2.0", "5.0"])
    #expect(try TranscriptTests.samples("wget-dot", format).last == "100.0")
    #expect(try TranscriptTests.samples("wget-dot-unknown", format) == ["– /dev/null", "– 0K"])
    var parser = ProgressParser(format)
    let line = "Film [1080p] 50%.mkv   42%[===>      ] 420M  10.2MB/s\n"
    #expect(parser.feed(Array(line.utf8)).map { $0.fraction } == [0.42])
    #expect(try TranscriptTests.samples("wget2-bar", format).prefix(3) == ["10.0", "15.0", "20.0"])
    #expect(try TranscriptTests.samples("wget2-bar", format).last == "100.0")
    #expect(try TranscriptTests.samples("wget2-bar-unknown", format).prefix(2) == ["– 195.31K", "– 292.96K"])
    #expect(try TranscriptTests.samples("wget-busybox", format) == ["34.0", "75.0", "100.0"])
    #expect(try TranscriptTests.samples("wget-fail", format) == ["– !404: Not Found."])
  }

  @Test(arguments: [ProgressParser.Format.dd, .auto]) func dd(format: ProgressParser.Format) throws {
    #expect(try TranscriptTests.samples("dd", format) == ["– 3.1 MB", "– 5.1 MB", "– 5.5 MB"])
    #expect(try TranscriptTests.samples("dd", format, total: 5_500_000) == ["55.7", "92.1", "100.0"])
  }

  @Test(arguments: [ProgressParser.Format.apt, .auto]) func apt(format: ProgressParser.Format) throws {
    let installed = try TranscriptTests.samples("apt-install", format)
    #expect(
      installed.prefix(4) == [
        "0.0 download Retrieving file 1 of 2", "50.0 download Retrieving file 2 of 2",
        "100.0 download Retrieving file 2 of 2", "0.0 install Running dpkg",
      ])
    #expect(installed.last == "88.9 install Installed loaderd-one (amd64)")
    #expect(
      try TranscriptTests.samples("apt-fail", format).last
        == "60.0 install !installed loaderd-bad package post-installation script subprocess returned error exit status 3"
    )
  }

  @Test(arguments: [ProgressParser.Format.apt, .auto]) func dpkg(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.samples("dpkg", format) == ["– Unpacking loaderd-one", "–", "– Configuring loaderd-one", "–"])
    #expect(
      try TranscriptTests.samples("dpkg-fail", format).last
        == "– !installed loaderd-bad package post-installation script subprocess returned error exit status 3")
  }

  /// dpkg appends the architecture to the names of packages with `Multi-Arch: same`.
  @Test(arguments: [ProgressParser.Format.apt, .auto]) func namesWithAnArchitectureAreRead(
    format: ProgressParser.Format
  ) {
    var parser = ProgressParser(format)
    let lines = """
      processing: configure: libc6:amd64
      status: libc6:amd64: half-configured
      status: libc6:amd64 : error : installed package: post-installation script failed
      status: /etc/a.conf : conffile-prompt : '/etc/a.conf' '/etc/a.conf.new' 1 1

      """
    #expect(
      parser.feed(Array(lines.utf8)) == [
        ProgressSample(label: "Configuring libc6:amd64"), ProgressSample(),
        ProgressSample(failure: "installed package: post-installation script failed"),
        ProgressSample(label: "Configuration file /etc/a.conf"),
      ])
    #expect(parser.feed(Array("status: a b: installed\nstatus: a: b: c\nprocessing: x: libc6\n".utf8)).isEmpty)
  }

  @Test(arguments: [ProgressParser.Format.rauc, .auto]) func rauc(format: ProgressParser.Format) throws {
    let steps = [
      "0.0 Installing", "0.0 Determining slot states", "20.0", "20.0 Checking bundle", "20.0 Verifying signature",
      "40.0", "40.0 Checking manifest contents", "60.0", "60.0 Determining target install group", "80.0",
      "80.0 Updating slots", "80.0 Checking slot rootfs.1", "90.0", "90.0 Copying image to rootfs.1", "99.0", "100.0",
    ]
    #expect(try TranscriptTests.samples("rauc", format) == steps)
    #expect(try TranscriptTests.samples("rauc-tty", format) == steps)
    #expect(
      try TranscriptTests.samples("rauc-fail", format).suffix(2) == [
        "100.0",
        "– !Installation error: Compatible mismatch: Expected 'test' but bundle manifest has 'other'",
      ])
  }

  @Test(arguments: [ProgressParser.Format.swupdate, .auto]) func swupdate(format: ProgressParser.Format) throws {
    #expect(
      try TranscriptTests.samples("swupdate-progress", format) == [
        "0.0", "0.0 img.bin", "10.0 img.bin", "20.0 img.bin", "30.0 img.bin", "40.0 img.bin", "50.0 img.bin",
        "50.0 img2.bin", "60.0 img2.bin", "70.0 img2.bin", "80.0 img2.bin", "90.0 img2.bin", "100.0 img2.bin", "100.0",
        "0.0", "–",
      ])
    #expect(
      try TranscriptTests.samples("swupdate-client", format) == [
        "– Software Update started !", "– MTD is not present on the target", "– MTD is not present in the system",
        "– cannot open libmtd", "– Installation in progress", "100.0", "–", "100.0",
      ])
    #expect(try TranscriptTests.samples("swupdate-client-fail", format) == ["– !Update failed"])
    #expect(
      try TranscriptTests.samples("swupdate", format) == [
        "– Software Update started !", "– Installation in progress", "100.0",
      ])
  }
}
