import System
import ProgressParsers
import Support

extension Subcommand {
  static var follow: Subcommand {
    Subcommand(
      """
      follow
      read progress from standard input until it ends
      --format FORMAT auto|percent|apt|pv|dialog|rsync|curl|wget|dd|swupdate|rauc =auto  how the lines tell it
      --loader LOADER  what is shown meanwhile; without it, what is there anyway
      --text TEXT  its text
      --max N  what is full for a number without % or /; without it, 100
      --size SIZE  how much is to come, where the lines count bytes: a number of them, or a file that has as many
      Lines are 42, 42%, 0.42 or 3/7, as with progress, or what the format has.
      $ follow --format pv
      """
    ) { (me, arguments) throws(Failure) in
      var given = arguments
      let format = ProgressParser.Format(given.take("format") ?? "auto") ?? .auto
      let meter = ProgressParser(format, total: try CopySize.total(&given), maximum: try given.takeMaximum())
      let session = try LeaseSession(&given, otherwise: given.has("text") ? "shimmer" : nil)
      let failure: Failure?
      // It reads to the end even if nobody shows it: the writer must not fail for that.
      do throws(SystemError) {
        let loop = try EventLoop()
        let lease = LeaseConnection(loop, to: me.socket, session)
        try FollowCommand(meter, loop, lease).run()
        failure = lease.failure
      } catch {
        throw .failed(error.text)
      }
      if let failure { throw failure }
    }
  }
}
