import Loaders
public import Support
import System

extension Configuration {
  /// The standard configuration files that exist in a root file system, and the themes that are configured there, the one
  /// that counts last. For this machine, whose `root` is empty, the kernel's command line may name a second theme.
  public static func installed(in root: Bytes) -> (files: [Bytes], themes: [Bytes]) {
    var files: [Bytes] = []
    let source = ConfigurationSource { (path) throws(ParameterError) in
      let content = try ConfigurationSource.disk.read(root + path)
      if content != nil { files.append(path) }
      return content
    } names: {
      ConfigurationSource.disk.names(root + $0)
    }
    let installed = Configuration(file: nil, kernelArguments: nil, from: source).theme
    let current = root.isEmpty ? Configuration(file: nil).theme : nil
    return (files, [installed, current == installed ? nil : current].compactMap { $0 })
  }
}
