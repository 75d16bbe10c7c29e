import Support

extension Verb {
  static var failure: Verb {
    Verb(
      """
      failure [UNIT]
      show that something has failed
      --text SENTENCE  what went wrong, as a sentence for the user
      --code CODE  an error code for support
      UNIT is the systemd unit that failed, if there is one. The failure covers the loader, the progress bar and the status line, \
      until show, hide or another mode.
      $ failure data.mount --text "The data disk cannot be read." --code E42
      """
    ) { (invocation, arguments) throws(CommandError) in
      var members = try Invocation.textMembers([("unit", arguments.operands.first), ("code", arguments["code"])])
      if let text = arguments["text"] { members.append(JSON.Member("sentence", try Invocation.validatedText(text))) }
      try invocation.change("ReportFailure", members)
    }
  }
}
