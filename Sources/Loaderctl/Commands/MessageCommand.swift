import Support

extension Verb {
  static var message: Verb {
    Verb(
      """
      message [TEXT]
      show a message line with its own lifetime
      --for SECONDS 0...86400  remove it after this time; without it, it stays
      --clear  remove it now; without TEXT
      | for clear
      $ message "Do not turn off" --for 10
      $ message --clear
      """
    ) { (invocation, arguments) throws(CommandError) in
      if arguments.operands.isEmpty == !arguments.has("clear") { throw .usage("message: give a TEXT, or --clear") }
      var members = [JSON.Member("text", try Invocation.validatedText(arguments.operands.first ?? ""))]
      if let seconds = arguments.seconds("for") { members.append(JSON.Member("lifetime", .number(seconds))) }
      try invocation.change("SetMessage", members)
    }
  }
}
