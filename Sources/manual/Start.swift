import Foundation
import Loaderctl

/// `manual FOLDER`: writes manual pages, shell completions and the table of verbs, generated from the option tables of
/// the programs.
@main enum Start {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: manual FOLDER\n".utf8))
      exit(2)
    }
    let folder = URL(filePath: CommandLine.arguments[1])
    for page in [
      LoaderctlPage.page, LoaderdPage.page, LoaderdMinimalPage.page, LoaderBridgePage.page, ConfigurationPage.page,
      InterfacePage.page,
    ] {
      try write(page.text, to: folder.appending(path: "man/\(page.name).\(page.section)"))
    }
    let programs = [Program.loaderctl, Program.loaderd, Program.loaderBridge]
    for program in programs {
      try write(BashCompletion(program).text, to: folder.appending(path: "completions/bash/\(program.name)"))
      try write(ZshCompletion(program).text, to: folder.appending(path: "completions/zsh/_\(program.name)"))
      try write(FishCompletion(program).text, to: folder.appending(path: "completions/fish/\(program.name).fish"))
    }
    try write(VerbTable.text, to: folder.appending(path: "verbs.md"))
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
