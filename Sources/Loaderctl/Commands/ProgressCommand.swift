import System
import Support
import Varlink

extension Subcommand {
  static var progress: Subcommand {
    Subcommand(
      """
      progress VALUE
      set the progress
      --max N  what is full for a number without % or /; without it, 100
      --label TEXT  becomes the status line
      --phase NAME  the phase that VALUE is of, one of --phases
      --phases NAME:WEIGHT,…  all phases in their order, with the share of time that each takes
      --task NAME  what is under way; how long it took is remembered by this name
      --part K/N  VALUE is that of the K-th of N equal parts
      --estimate  tell the time that is left; with none, show where the boot is by what the last ones took
      --milestone NAME  a step of the boot that has been reached, for the same
      VALUE is per cent, as 42 or 42%; a fraction, which is a number with a point and at most 1, as 0.42; a ratio, as 3/7; \
      none, which is indeterminate; alive, which changes nothing but says that work goes on; or - for one of these a line \
      on standard input, where a fraction makes the plain numbers up to 1 behind it fractions too.
      $ progress 42% --label Copying
      $ progress none
      $ progress 0 --phases copy:3,check:1 --phase copy
      $ progress 3 --max 7
      $ progress -
      """
    ) { (me, arguments) throws(Failure) in
      var given = arguments
      var parser = ProgressValueParser(maximum: try given.takeMaximum())
      let report = try ProgressReport(given)
      let value = given.words[0]
      if value != "-" { return try me.change("SetProgress", try report.parameters(value, &parser)) }
      var client: VarlinkClient?
      for line in StandardInput.lines where !line.trimmed.isEmpty {
        let parameters = try report.parameters(line.trimmed, &parser)
        if let client {
          _ = try me.call("SetProgress", parameters, on: client)
          continue
        }
        let first = try me.connect()
        client = first
        _ = try me.call("SetProgress", parameters, on: first)
        me.warnIfInvisible(first)
      }
    }
  }
}
