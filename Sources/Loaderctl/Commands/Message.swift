import Support

extension Subcommand {
  static var message: Subcommand {
    Subcommand(
      """
      message [TEXT]
      show a message line with its own lifetime
      --for SECONDS 0...86400  take it away after this long; without it, it stays
      --clear  take it away now; there is no TEXT then
      $ message "Do not turn off" --for 10
      $ message --clear
      """
    ) { (me, arguments) throws(Failure) in
      if arguments.words.isEmpty == !arguments.has("clear") { throw .usage("message: say a text, or --clear") }
      var members = [JSON.Member("text", try Invocation.line(arguments.words.first ?? ""))]
      if let seconds = arguments.seconds("for") { members.append(JSON.Member("lifetime", .number(seconds))) }
      try me.change("SetMessage", members)
    }
  }
}
