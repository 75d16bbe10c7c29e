import ProgressParsers
import Support
import System

extension Verb {
  static var follow: Verb {
    Verb(
      """
      follow
      read progress from standard input until it ends
      --format FORMAT auto|percent|apt|pv|dialog|rsync|curl|wget|dd|swupdate|rauc =auto  the format of the input
      --loader LOADER  the loader to show; without it, shimmer with --text, else the current one stays
      --text TEXT  the text of the loader
      --max N  the value that is full, for numbers without % or /; without it, 100
      --size SIZE  the total, for formats that only count bytes: a number of bytes, or a file of that size
      Lines are 42, 42%, 0.42 or 3/7, as with progress, or in the named format.
      $ follow --format pv
      """
    ) { (invocation, arguments) throws(CommandError) in
      var given = arguments
      let format = ProgressParser.Format(given.removeValue("format") ?? "auto") ?? .auto
      let parser = ProgressParser(format, total: try CopySize.total(&given), maximum: try given.removeMaximum())
      let session = try LeaseSession(&given, defaultLoader: given.has("text") ? "shimmer" : nil)
      let error: CommandError?
      // Reads to the end even without a daemon: the writer must not get SIGPIPE for that.
      do throws(SystemError) {
        let loop = try EventLoop()
        let lease = LeaseConnection(
          loop, to: invocation.socket, session, isStarting: !invocation.allowsMissingDaemon)
        try ProgressFollower(parser, loop, lease).run()
        error = lease.error
      } catch {
        throw .failed(error.text)
      }
      if let error { throw error }
    }
  }
}
