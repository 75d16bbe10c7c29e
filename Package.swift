// swift-tools-version: 6.2
import PackageDescription

/// Everything that runs on the device is the Embedded Swift subset. By default it is built as
/// ordinary Swift with that subset enforced, so that tests run; `EMBEDDED=1` builds what ships.
let embedded = Context.environment["EMBEDDED"] == "1"

/// FreeType's headers stand in a folder of their own, and every module above it sees them. `SYSROOT` is another board's.
let freetype = ["-I\(Context.environment["SYSROOT"] ?? "")/usr/include/freetype2"]

/// How all that ships is compiled. Swift's pass that writes closures out once more for each use is left out, and so are
/// telling Embedded Swift's empty functions of each access, and canaries beside buffers whose bounds are checked.
let small = [
  "-wmo", "-Osize", "-enforce-exclusivity=unchecked", "-Xfrontend", "-function-sections", "-Xfrontend",
  "-disable-stack-protector", "-Xllvm", "-sil-disable-pass=closure-specialize",
]

/// How LLVM builds the programs, which have all modules in them. Its inliner would put the counting of references inline
/// at over a thousand places, and what is written alike there is taken out instead. Its passes for Swift hold
/// `swift_retain` to touch no memory, so that an array is asked whether it has one owner before its second one is
/// counted, and a copy is then changed together with the original: without them.
let outlined =
  ["-Xfrontend", "-disable-swift-specific-llvm-optzns"]
  + [
    "-inline-threshold=0", "-ir-outliner", "-enable-linkonceodr-ir-outlining", "-enable-machine-outliner=always",
    "-enable-linkonceodr-outlining", "-machine-outliner-reruns=6", "-enable-global-merge-func",
  ].flatMap { ["-Xllvm", $0] }

let device: [SwiftSetting] =
  [.unsafeFlags(freetype.flatMap { ["-Xcc", $0] })]
  + (embedded
    ? [.enableExperimentalFeature("Embedded"), .unsafeFlags(small)]
    : [.treatWarning("EmbeddedRestrictions", as: .error)])

let program = device + (embedded ? [.unsafeFlags(outlined)] : [])

let package = Package(
  name: "loaderd",
  products: [
    .executable(name: "loaderd", targets: ["loaderd"]), .executable(name: "loader-bridge", targets: ["loader-bridge"]),
  ],
  targets: [
    .target(name: "CLinux", linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "CInter", exclude: ["subset.py"],
      cSettings: [.unsafeFlags(["--embed-dir=\(Context.packageDirectory)/build/font", "-Wno-c23-extensions"])]),
    .target(
      name: "CArtwork", exclude: ["draw.py", "packages"],
      cSettings: [.unsafeFlags(["--embed-dir=\(Context.packageDirectory)/build/art", "-Wno-c23-extensions"])]),
    .target(
      name: "CFreeType", cSettings: [.unsafeFlags(freetype)],
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "-l:libfreetype.a", "-Xlinker", "-l:libpng16.a"]), .linkedLibrary("z"),
      ]),
    .target(name: "CShaping"),
    .target(name: "CWayland", exclude: ["protocol.py", "wlr-layer-shell.xml"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CSPNG", pkgConfig: "spng"),
    .target(name: "CQR", linkerSettings: [.unsafeFlags(["-Xlinker", "-l:libqrcodegen.a"])]),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm"),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev"),
    .target(name: "CInput"),
    .systemLibrary(name: "CFramebuffer"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),

    .target(name: "Notation", swiftSettings: device),
    .target(name: "Meters", dependencies: ["Notation"], swiftSettings: device),
    .target(name: "Linux", dependencies: ["CLinux", "Notation"], swiftSettings: device),
    .target(name: "Raster", swiftSettings: device),
    .target(
      name: "Text", dependencies: ["CFreeType", "CInter", "CShaping", "Notation", "Raster"], swiftSettings: device),
    .target(name: "Images", dependencies: ["CSPNG", "CZlib", "Raster"], swiftSettings: device),
    .target(name: "Scene", dependencies: ["CQR", "Text"], swiftSettings: device),
    .target(
      name: "Loaders", dependencies: ["CArtwork", "Images", "Scene"], exclude: ["Gallery"], swiftSettings: device),
    .target(name: "Work", dependencies: ["Notation", "Scene"], swiftSettings: device),
    .target(name: "Protocol", dependencies: ["Notation"], swiftSettings: device),
    .target(name: "Doors", dependencies: ["Notation", "Protocol"], swiftSettings: device),
    .target(
      name: "Outputs", dependencies: ["Linux", "Images", "CDRM", "CFramebuffer", "CWayland"], swiftSettings: device),
    .target(name: "Input", dependencies: ["CEvdev", "CInput", "Linux", "Notation", "Raster"], swiftSettings: device),
    .target(
      name: "Daemon", dependencies: ["Doors", "Images", "Input", "Loaders", "Outputs", "Protocol", "Work"],
      swiftSettings: device),
    .target(
      name: "Control", dependencies: ["Images", "Input", "Linux", "Loaders", "Meters", "Outputs", "Protocol"],
      swiftSettings: device),
    .executableTarget(name: "loaderd", dependencies: ["Control", "Daemon"], swiftSettings: program),
    .executableTarget(name: "manual", dependencies: ["Control", "Daemon"]),
    .target(name: "Bridge", dependencies: ["Protocol"], swiftSettings: device),
    .executableTarget(name: "loader-bridge", dependencies: ["Bridge", "CSystemd", "Linux"], swiftSettings: program),

    .target(name: "PNGReader", dependencies: ["CZlib"], path: "Tests/PNGReader"),
    .target(name: "Dice", path: "Tests/Dice"),
    .target(name: "FakeDRM", dependencies: ["CDRM"], path: "Tests/FakeDRM"),
    .target(name: "FakeInput", path: "Tests/FakeInput"),
    .target(name: "FakeFramebuffer", dependencies: ["FakeInput"], path: "Tests/FakeFramebuffer"),
    .target(name: "Process", path: "Tests/Process"),
    .target(
      name: "Fuzz", dependencies: ["Daemon", "Doors", "Meters"], path: "Tests/Fuzz",
      exclude: ["Corpus", "Words", "run"],
      swiftSettings: [.unsafeFlags(freetype.flatMap { ["-Xcc", $0] })]),
    .testTarget(name: "NotationTests", dependencies: ["Dice", "Notation"]),
    .testTarget(name: "MeterTests", dependencies: ["Dice", "Meters"], exclude: ["Transcripts"]),
    .testTarget(name: "RasterTests", dependencies: ["Dice", "Raster"]),
    .testTarget(name: "ImagesTests", dependencies: ["CZlib", "Images", "PNGReader"]),
    .testTarget(name: "TextTests", dependencies: ["Text"]),
    .testTarget(name: "SceneTests", dependencies: ["Scene"]),
    .testTarget(name: "LoaderTests", dependencies: ["Images", "Loaders", "PNGReader"], exclude: ["Golden"]),
    .testTarget(name: "WorkTests", dependencies: ["Dice", "Loaders", "Work"], exclude: ["boots.json"]),
    .testTarget(name: "ProtocolTests", dependencies: ["Dice", "Protocol"]),
    .testTarget(name: "DoorTests", dependencies: ["Dice", "Doors"]),
    .testTarget(name: "InputTests", dependencies: ["Dice", "FakeFramebuffer", "FakeInput", "Input"]),
    .testTarget(name: "OutputTests", dependencies: ["Dice", "FakeDRM", "FakeFramebuffer", "Outputs"]),
    .testTarget(
      name: "DaemonTests", dependencies: ["Daemon", "Dice", "PNGReader", "Process"],
      exclude: ["bmap_copy.py", "swupdate_server.py", "update.sh", "varlink_client.py"]),
    .testTarget(name: "FuzzTests", dependencies: ["Dice", "Fuzz"]),
    .testTarget(name: "BridgeTests", dependencies: ["Bridge", "Process"], exclude: ["mock.py"]),
    .testTarget(name: "DeviceTests", dependencies: ["Process"]),
    .testTarget(
      name: "ControlTests", dependencies: ["Control", "Daemon", "Outputs", "PNGReader", "Process"],
      exclude: ["apng_reader.py", "terminal.py"]),
    .testTarget(
      name: "WaylandTests", dependencies: ["PNGReader", "Process"], exclude: ["compositor.py", "refuse.py"]),
    .testTarget(name: "ManualTests", dependencies: ["Control", "Daemon", "Process"], exclude: ["capture.zsh"]),
  ],
  swiftLanguageModes: [.v6]
)
