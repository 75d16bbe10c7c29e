import Loaders
public import Support
import System

extension Configuration {
  /// The standard configuration files that exist in a root file system, the themes that are configured there, the one
  /// that counts last, and the value of `fonts`. For this machine, whose `root` is empty, the kernel's command line may
  /// name a second theme.
  public static func installed(in root: Bytes) -> (files: [Bytes], themes: [Bytes], fonts: Bytes) {
    var files: [Bytes] = []
    let source = ConfigurationSource { (path) throws(ParameterError) in
      let content = try ConfigurationSource.disk.read(root + path)
      if content != nil { files.append(path) }
      return content
    } names: {
      ConfigurationSource.disk.names(root + $0)
    }
    let configuration = Configuration(file: nil, kernelArguments: nil, from: source), installed = configuration.theme
    let current = root.isEmpty ? Configuration(file: nil).theme : nil
    return (files, [installed, current == installed ? nil : current].compactMap { $0 }, configuration.fonts)
  }
}
