import LoaderClient

/// Shows the progress of an installation on the screen of loaderd.
do {
  let client = try LoaderClient(to: CommandLine.arguments.dropFirst().first ?? LoaderClient.socket)
  try client.show("bar", text: "Installing…", parameters: ["width": "240"])
  for (done, package) in ["kernel", "libraries", "programs"].enumerated() {
    try client.setProgress(Double(done + 1) / 3, label: package)
  }
  print(try client.state())
} catch LoaderError.noDaemon(let reason) {
  print("loaderd does not run: \(reason)")
} catch {
  print("loaderd refuses: \(error)")
}
