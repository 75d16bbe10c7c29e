import Support

extension Verb {
  static var doctor: Verb {
    Verb(
      """
      doctor
      check this machine: kernel, devices, permissions, units, initramfs, kernel arguments
      Each finding is a line that starts with ok, note or problem. If a command fixes it, the line has it. No daemon is \
      needed, and none is started. The exit status is 1 when there is a problem.
      $ doctor
      $ --json doctor
      """
    ) { (invocation, arguments) throws(CommandError) in
      let findings = DoctorChecks(of: invocation).findings
      if findings.contains(where: { $0.level == .problem }) { invocation.status = ExitStatus.refused }
      var text = Bytes()
      for finding in findings {
        let name = finding.level.name
        text += name + Bytes([UInt8](repeating: UInt8(ascii: " "), count: 9 - name.count)) + finding.text + "\n"
      }
      let list = findings.map { ["level": .string($0.level.name), "text": .string($0.text)] as JSON }
      invocation.answer(["findings": .array(list)], text)
    }
  }
}
