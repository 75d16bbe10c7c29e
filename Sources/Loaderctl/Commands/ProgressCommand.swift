import Support

extension Verb {
  static var progress: Verb {
    Verb(
      """
      progress VALUE
      set the progress
      --max N  the value that is full, for numbers without % or /; without it, 100
      --label TEXT  the status line
      --phase NAME  the phase that VALUE belongs to, one of --phases
      --phases NAME:WEIGHT,…  all phases in order, weighted by the time that each takes
      --task NAME  the name of the task; its duration is stored under this name
      --part K/N  VALUE is the progress of the K-th of N equal parts
      --estimate  show the remaining time; with none, estimate the progress of the boot from earlier boots
      --milestone NAME  a step of the boot that was reached, for the estimate
      VALUE is per cent, as 42 or 42%; a fraction, which is a number with a point and at most 1, as 0.42; a ratio, as 3/7; \
      none, which is indeterminate; alive, which reports that work goes on and changes nothing else; or -, which reads one of these \
      from each line of standard input, to its end. There, after a fraction, plain numbers up to 1 are fractions too.
      $ progress 42% --label Copying
      $ progress none
      $ progress 0 --phases copy:3,check:1 --phase copy
      $ progress 3 --max 7
      $ progress -
      """
    ) { (invocation, arguments) throws(CommandError) in
      var given = arguments
      var parser = ProgressValueParser(maximum: try given.removeMaximum())
      let report = try ProgressParameters(given)
      let value = given.operands[0]
      if value != "-" { return try invocation.change("SetProgress", try report.parameters(value, &parser)) }
      var input = ProgressInput(invocation, report, parser)
      try input.send()
    }
  }
}
