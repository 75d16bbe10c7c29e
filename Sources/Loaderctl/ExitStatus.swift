/// Exit statuses of loaderctl, as docs/interface.md lists them.
enum ExitStatus {
  static var done: Int32 { 0 }
  /// Refused or failed.
  static var refused: Int32 { 1 }
  static var wrongUsage: Int32 { 2 }
  static var noDaemon: Int32 { 3 }
  /// `run`: the command exists and cannot be executed, as in a shell.
  static var cannotRun: Int32 { 126 }
  /// `run`: the command does not exist, as in a shell.
  static var noCommand: Int32 { 127 }
}
