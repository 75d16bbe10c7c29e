import LoaderBridge
import Support
import Varlink

extension Target {
  /// What loader-bridge is told by RAUC, systemd-sysupdated, systemd and the journal: each call that it makes is one
  /// that loaderd can read, and it does not make calls without end.
  static let bridge = Target("bridge") { bytes in
    var input = FuzzInput(bytes)
    var update = UpdateScreen(), failures = FailureReports(input.choice([.all, .essential])), log = LogQueue()
    var now: Int64 = 1_000_000_000
    while !input.isEmpty {
      now += Int64(input.number(below: 256)) * 20_000_000
      let number = Int(input.structure(Int32())), kind = input.number(below: 12)
      switch kind {
      case 0: update.rauc.handle(.operation(input.choice(["idle", "installing", "other"])), now: now)
      case 1:
        let message = Bytes(input.bytes(200))
        update.rauc.handle(.progress(percent: number, message: message, depth: input.number(below: 5)), now: now)
      case 2: update.rauc.handle(.lastError(Bytes(input.bytes(200))), now: now)
      case 3: update.rauc.handle(.completed(number), now: now)
      case 4: update.rauc.handle(.gone, now: now)
      case 5: update.jobs.handle(.listed([(id: number, type: input.choice(["update", "list"]), percent: number)]))
      case 6: update.jobs.handle(.progress(id: input.number(below: 4), percent: number))
      case 7: update.jobs.handle(.removed(id: input.number(below: 4), status: number))
      case 8: update.jobs.handle(.gone)
      case 9:
        let unit = UnitPath.unit(Bytes(input.bytes(200)))
        if failures.handle(unit: unit, state: input.choice(["failed", "active", "inactive"])) {
          var failure = UnitFailure(unit: unit, description: Bytes(input.bytes(100)))
          failure.result = input.choice(["exit-code", "timeout", "signal", UnitPath.interface(of: unit)])
          failure.status = number
          failures.report(failure)
        }
      case 10:
        let line = LogLine.text(
          identifier: Bytes(input.bytes(50)), process: Bytes(input.bytes(20)), message: Bytes(input.bytes(1000)))
        require(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        log.add(line)
      default: update.markUnsent()
      }
      for step in 0..<1000 {
        guard let call = update.nextCall(now: now) ?? failures.nextCall() ?? log.nextCall(now: now) else { break }
        require(step < 999 && (try? Call(call.text)) != nil)
        if call.method.hasSuffix("GetState") { update.handleState(mode: kind > 5 ? "boot" : nil) }
      }
      if let deadline = update.deadline, !update.isActive { require(deadline <= now + 5_000_000_000) }
    }
  }
}
