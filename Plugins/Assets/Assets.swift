import Foundation
import PackagePlugin

/// Makes the generated files that a target includes before each build, as `make assets` does.
///
/// It does so where another package depends on this one. It installs nothing, and names the Debian packages that
/// are missing.
@main struct Assets: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    // Not percent-encoded: the folder of the package that depends on this one may have a space in its name.
    let folder = context.package.directoryURL.path(percentEncoded: false)
    return [
      .prebuildCommand(
        displayName: "Making the files of \(target.name)", executable: URL(filePath: "/usr/bin/env"),
        arguments: ["make", "--silent", "--directory", folder, target.name],
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
        outputFilesDirectory: context.pluginWorkDirectoryURL)
    ]
  }
}
