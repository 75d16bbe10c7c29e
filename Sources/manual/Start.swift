import Loaderctl
import Foundation

/// Writes the manual pages and the completions that follow from the program's own tables: `manual FOLDER`.
@main enum Start {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: manual FOLDER\n".utf8))
      exit(2)
    }
    let folder = URL(filePath: CommandLine.arguments[1])
    for page in [
      ControlPage.page, DaemonPage.page, BridgePage.page, ConfigurationPage.page, InterfacePage.page,
    ] {
      try write(page.text, to: folder.appending(path: "man/\(page.name).\(page.section)"))
    }
    let commands = [Command.loaderctl, Command.loaderd, Command.loaderBridge]
    for command in commands {
      try write(BashCompletion(command).text, to: folder.appending(path: "completions/bash/\(command.name)"))
      try write(ZshCompletion(command).text, to: folder.appending(path: "completions/zsh/_\(command.name)"))
      try write(FishCompletion(command).text, to: folder.appending(path: "completions/fish/\(command.name).fish"))
    }
    try write(VerbTable.text, to: folder.appending(path: "verbs.md"))
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
