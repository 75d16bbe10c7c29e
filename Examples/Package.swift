// swift-tools-version: 6.2
import PackageDescription

// The address is that of the repository that you clone loaderd from. docs/library.md lists the packages that it needs.
let package = Package(
  name: "Examples",
  dependencies: [.package(url: "https://example.org/loaderd.git", from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "Kiosk",
      dependencies: [.product(name: "Display", package: "loaderd"), .product(name: "Loaders", package: "loaderd")],
      path: "Kiosk"),
    .executableTarget(
      name: "Drawing", dependencies: [.product(name: "Loaders", package: "loaderd")], path: "Drawing"),
    .executableTarget(
      name: "OwnLoader",
      dependencies: [.product(name: "Daemon", package: "loaderd"), .product(name: "Loaders", package: "loaderd")],
      path: "OwnLoader"),
    .executableTarget(
      name: "Installer", dependencies: [.product(name: "LoaderClient", package: "loaderd")], path: "Installer"),
  ]
)
