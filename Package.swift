// swift-tools-version: 6.2
import PackageDescription

/// Everything that runs on the device is the Embedded Swift subset. By default it is built as
/// ordinary Swift with that subset enforced, so that tests run; `EMBEDDED=1` builds what ships.
let embedded = Context.environment["EMBEDDED"] == "1"

/// Whether another package depends on this one: SwiftPM checks out dependencies into a folder `checkouts`. It refuses
/// unsafe flags there (docs/library.md), and what `make assets` makes is made by a plugin.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// How all that ships is compiled. Swift's pass that writes closures out once more for each use is left out, and so are
/// telling Embedded Swift's empty functions of each access, and canaries beside buffers whose bounds are checked. The
/// failed checks of a function share one trap: a backtrace names the function, not the check.
let small = [
  "-wmo", "-Osize", "-enforce-exclusivity=unchecked", "-Xfrontend", "-function-sections", "-Xfrontend",
  "-disable-stack-protector", "-Xfrontend", "-mergeable-traps", "-Xllvm", "-sil-disable-pass=closure-specialize",
]

/// LLVM's passes for Swift are off: they assume that `swift_retain` touches no memory, so that an array's check for a
/// single owner moves before the second owner is counted, and a change of one copy changes the other.
let withoutSwiftPasses = ["-Xfrontend", "-disable-swift-specific-llvm-optzns"]
let withoutOutliner = ["-Xllvm", "-enable-machine-outliner=never"]

/// The machine outliner moves instructions that several functions have into functions of their own. On x86_64 a program
/// would be 2 % smaller, but 6 % larger when compressed, and a frame would take 4 to 10 % more instructions. Elsewhere
/// a program is 4 to 10 % smaller, 3 % larger when compressed, and a frame takes 4 % more (docs/benchmarks.md, "Size").
/// There is one pass: on ARM with 32 bits, a second one keeps the return address of a function that the first one made
/// in a register that its callers still need.
let outliner =
  Context.environment["ARCH"] ?? "x86_64" == "x86_64"
  ? withoutOutliner : ["-enable-machine-outliner=always", "-enable-linkonceodr-outlining"].flatMap { ["-Xllvm", $0] }

/// How LLVM builds the programs, which have all modules in them. The inliner is off: it would put reference counting
/// inline at over a thousand places. The IR outliner is not used: in Swift 6.3.1 it writes an argument of one function
/// into a constant address that other functions share. Instructions are not moved out of loops after selection: it
/// costs more size than time.
let wholeProgram =
  withoutSwiftPasses + outliner
  + ["-inline-threshold=0", "-disable-machine-licm", "-enable-global-merge-func"].flatMap { ["-Xllvm", $0] }

/// How our C is compiled where size counts. SwiftPM's own `-O2` stands before it.
let smallC: [CSetting] = isDependency ? [] : [.unsafeFlags(["-Oz"], .when(configuration: .release))]

/// What all that ships has, drawing included.
let common: [SwiftSetting] =
  embedded
  ? [.enableExperimentalFeature("Embedded"), .unsafeFlags(small)]
  : [.treatWarning("EmbeddedRestrictions", as: .error)]

/// The object of a program has the code of all its modules (board/device), so theirs are left empty: LLVM would only
/// make code that is not linked.
let empty: [SwiftSetting] = embedded ? [.unsafeFlags(["-Xfrontend", "-emit-empty-object-file"])] : []

/// Whether there is a libsystemd to link loader-bridge with.
let hasSystemd = Context.environment["SYSTEMD"] == "yes"

/// Outside drawing, size counts and not speed: Swift's inliner is off.
let compact = common + (embedded ? [.unsafeFlags(["-Xllvm", "-sil-disable-pass=inline"])] : [])
let device = compact + empty

/// Without optimisation, drawing takes most of the time of the tests: debug builds optimise it too.
let quick = common + (embedded || isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])
let drawing = quick + empty

/// The loops over pixels are linked from objects of their own (board/device), which replace the copies in the object of
/// a program: in those nothing is inlined into the loops, and the outliner may take instructions out of them.
let loops = quick + (embedded ? [.unsafeFlags(withoutSwiftPasses + withoutOutliner)] : [])

/// The target `loaderd` is one file, and so one object file: LLVM sees the program as a whole. Programs define their
/// entry point themselves, and `-parse-as-library` keeps the compiler from adding one to a single file.
let whole = compact + [.unsafeFlags(["-parse-as-library"] + (embedded ? wholeProgram : []))]

/// A program that ships. The device build links it with board/device, so there it is a library to SwiftPM, which cannot
/// link for all targets.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  embedded
    ? .target(name: name, dependencies: dependencies, path: path, swiftSettings: whole)
    : .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: whole)
}

let programs = ["loaderd", "loaderd-minimal", "loader-bake", "loader-bridge"]

/// For a target whose code includes generated files.
let generated: [Target.PluginUsage] = isDependency ? ["Assets"] : []

let package = Package(
  name: "loaderd",
  products: (embedded ? [] : programs.map { .executable(name: $0, targets: [$0]) }) + [
    // For other packages (docs/library.md).
    .library(name: "Loaders", targets: ["Loaders", "Images", "Raster", "Scene", "Support", "Text"]),
    .library(name: "Display", targets: ["Display", "Raster", "Support", "System"]),
    .library(name: "LoaderClient", targets: ["LoaderClient"]),
    .library(name: "Daemon", targets: ["Daemon", "Support", "System"]),
  ],
  targets: [
    // What replaces functions of static libraries (board/libraries) is only for what ships: it would do so in the whole
    // program of another package, as what replaces libm.
    .target(
      name: "CLinux", exclude: (embedded ? [] : ["withoutprintf.c"]) + (isDependency ? ["rounding.c"] : []),
      cSettings: smallC,
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CInter", exclude: ["subset.py"], plugins: generated),
    .target(
      name: "CArtwork", exclude: ["city.py", "colors.py", "draw.py", "packages", "shapes.py", "tree.py", "walker.py"],
      plugins: generated),
    .target(name: "CInterface"),
    .target(
      name: "CFreeType",
      linkerSettings: [
        .linkedLibrary(":libfreetype.a"), .linkedLibrary(":libpng16.a"), .linkedLibrary("z"), .linkedLibrary("m"),
      ]),
    .target(name: "CShaping", cSettings: smallC),
    .target(
      name: "CWayland", exclude: ["foreign-toplevel.xml", "protocol.py", "wlr-layer-shell.xml"], cSettings: smallC,
      plugins: generated),
    .plugin(name: "Assets", capability: .buildTool()),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CSPNG", pkgConfig: "spng"),
    .target(name: "CQR", linkerSettings: [.linkedLibrary(":libqrcodegen.a")]),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm"),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev"),
    .target(name: "CInput", exclude: embedded ? [] : ["evdevlog.c"], cSettings: smallC),
    .systemLibrary(name: "CFramebuffer"),
    .systemLibrary(name: "CVector"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),

    .target(name: "Support", swiftSettings: device),
    .target(name: "ProgressParsers", dependencies: ["Support"], swiftSettings: device),
    .target(name: "System", dependencies: ["CLinux", "Support"], swiftSettings: device),
    .target(name: "Raster", dependencies: ["CVector", "Support"], swiftSettings: loops),
    .target(
      name: "Text", dependencies: ["CFreeType", "CInter", "CShaping", "Raster", "Support"], swiftSettings: drawing),
    .target(name: "Images", dependencies: ["CSPNG", "CZlib", "Raster"], swiftSettings: drawing),
    .target(name: "Baked", dependencies: ["Raster", "Support"], swiftSettings: drawing),
    .target(name: "Scene", dependencies: ["CQR", "Raster", "Support", "Text"], swiftSettings: drawing),
    .target(
      name: "Loaders", dependencies: ["CArtwork", "Images", "Raster", "Scene", "Support", "Text"],
      exclude: ["Gallery"], swiftSettings: drawing),
    .target(name: "Progress", dependencies: ["Support"], swiftSettings: device),
    .target(name: "Varlink", dependencies: ["Support", "System"], swiftSettings: device),
    .target(name: "ScreenAPI", dependencies: ["Support", "Varlink"], swiftSettings: device),
    .target(name: "LoaderClient", dependencies: ["ScreenAPI", "Support", "System", "Varlink"], swiftSettings: device),
    .target(name: "Compatibility", dependencies: ["ScreenAPI", "Support", "Varlink"], swiftSettings: device),
    .target(
      name: "Plymouth", dependencies: ["Compatibility", "ScreenAPI", "Support", "System", "Varlink"],
      swiftSettings: device),
    .target(
      name: "Display", dependencies: ["CDRM", "CFramebuffer", "CWayland", "Images", "Raster", "Support", "System"],
      swiftSettings: device),
    .target(name: "Input", dependencies: ["CEvdev", "CInput", "Support", "System"], swiftSettings: device),
    .target(
      name: "DaemonCore", dependencies: ["Display", "Raster", "ScreenAPI", "Support", "System", "Varlink"],
      swiftSettings: device),
    .target(
      name: "Settings", dependencies: ["Compatibility", "Display", "Input", "Loaders", "Raster", "Support", "System"],
      swiftSettings: device),
    .target(
      name: "Daemon",
      dependencies: [
        "CInterface", "Compatibility", "DaemonCore", "Display", "Images", "Input", "Loaders", "Progress",
        "ProgressParsers", "Raster", "Scene", "ScreenAPI", "Settings", "Support", "System", "Text", "Varlink",
      ],
      exclude: ["io.loaderd.Screen.varlink"], swiftSettings: device),
    .target(
      name: "Rendering", dependencies: ["Loaders", "Raster", "Scene", "Support", "Text"], swiftSettings: device),
    .target(
      name: "Baking",
      dependencies: [
        "Baked", "Loaders", "Raster", "Rendering", "Scene", "ScreenAPI", "Settings", "Support", "System", "Text",
        "Varlink",
      ],
      swiftSettings: drawing),
    .target(
      name: "Minimal",
      dependencies: [
        "Baked", "DaemonCore", "Display", "Progress", "Raster", "ScreenAPI", "Support", "System", "Varlink",
      ],
      swiftSettings: device),
    program("loaderd-minimal", ["Minimal", "Support", "System"]),
    program("loader-bake", ["Baked", "Baking", "Support", "System"]),
    .target(
      name: "Loaderctl",
      dependencies: [
        "Display", "Images", "Input", "Loaders", "ProgressParsers", "Rendering", "ScreenAPI", "Settings", "Support",
        "System", "Text", "Varlink",
      ],
      swiftSettings: device),
    program("loaderd", ["Daemon", "Loaderctl", "Plymouth", "Support", "System"]),
    .executableTarget(
      name: "manual",
      dependencies: ["Daemon", "LoaderBridge", "Loaderctl", "Loaders", "Minimal", "Settings", "Support"]),
    .target(
      name: "Studio", dependencies: ["Images", "Loaders", "Raster", "Rendering", "Scene", "Support", "Text"],
      swiftSettings: quick),
    .target(
      name: "LoaderBridge", dependencies: ["ScreenAPI", "Support", "Varlink"], path: "Sources/LoaderBridge/Core",
      swiftSettings: device),
    program(
      "loader-bridge", ["CSystemd", "LoaderBridge", "ScreenAPI", "Support", "System", "Varlink"],
      path: "Sources/LoaderBridge/Program"),

    // What ships, for board/device: SwiftPM builds one target, and the targets that it needs at the same time.
    .target(
      name: "Programs",
      dependencies: programs.filter { hasSystemd || $0 != "loader-bridge" }.map { .target(name: $0) },
      path: "board/programs", swiftSettings: device),
    .target(
      name: "Bench", dependencies: ["Images", "Raster", "Support"], path: "board/bench",
      exclude: ["packages", "peers.c", "run"], swiftSettings: whole),
    .target(name: "PNGReader", dependencies: ["CZlib"], path: "Tests/PNGReader"),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(name: "FakeDRM", dependencies: ["CDRM"], path: "Tests/FakeDRM"),
    .target(name: "FakeInput", path: "Tests/FakeInput"),
    .target(name: "FakeFramebuffer", dependencies: ["FakeInput"], path: "Tests/FakeFramebuffer"),
    .target(name: "Process", path: "Tests/Process"),
    .target(
      name: "Fuzz",
      dependencies: [
        "Baked", "CDRM", "CFramebuffer", "CWayland", "CZlib", "Compatibility", "Daemon", "DaemonCore", "Display",
        "FakeDRM", "Images", "Input", "LoaderBridge", "Loaders", "Progress", "ProgressParsers", "Raster", "Scene",
        "ScreenAPI", "SeededRandom", "Settings", "Support", "System", "Text", "Varlink",
      ], path: "Tests/Fuzz",
      exclude: ["Corpus", "Words", "run"]),
    .testTarget(name: "SystemTests", dependencies: ["Process", "SeededRandom", "Support", "System"]),
    .testTarget(name: "SupportTests", dependencies: ["SeededRandom", "Support"]),
    .testTarget(
      name: "ProgressParserTests", dependencies: ["ProgressParsers", "SeededRandom", "Support"],
      exclude: ["Transcripts"]),
    .testTarget(name: "RasterTests", dependencies: ["Raster", "SeededRandom", "Support"]),
    .testTarget(name: "ImagesTests", dependencies: ["CZlib", "Images", "PNGReader", "Raster", "SeededRandom"]),
    .testTarget(
      name: "BakedTests",
      dependencies: [
        "Baked", "Baking", "Loaders", "Raster", "Rendering", "Scene", "SeededRandom", "Support", "Text",
      ]),
    .testTarget(name: "TextTests", dependencies: ["Raster", "Support", "Text"]),
    .testTarget(name: "SceneTests", dependencies: ["Raster", "Scene", "Support", "Text"]),
    .testTarget(
      name: "LoaderTests",
      dependencies: [
        "Images", "Loaders", "PNGReader", "Raster", "Rendering", "Scene", "SeededRandom", "Support", "Text",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "ProgressTests", dependencies: ["Loaders", "Progress", "Scene", "SeededRandom", "Support"],
      exclude: ["boots.json"]),
    .testTarget(name: "VarlinkTests", dependencies: ["Support", "System", "Varlink"]),
    .testTarget(name: "ScreenAPITests", dependencies: ["ScreenAPI", "Support", "Varlink"]),
    .testTarget(name: "PlymouthTests", dependencies: ["Compatibility", "Plymouth", "Support"]),
    .testTarget(name: "CompatibilityTests", dependencies: ["Compatibility", "SeededRandom", "Support", "Varlink"]),
    .testTarget(
      name: "InputTests",
      dependencies: ["FakeFramebuffer", "FakeInput", "Input", "Support", "System"]),
    .testTarget(
      name: "DisplayTests",
      dependencies: ["Display", "FakeDRM", "FakeFramebuffer", "Fuzz", "Raster", "SeededRandom", "Support", "System"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Daemon", "DaemonCore", "Display", "Images", "LoaderClient", "Loaders", "PNGReader", "Process", "Raster",
        "Scene", "ScreenAPI", "SeededRandom", "Settings", "Support", "System", "Text", "Varlink",
      ],
      exclude: [
        "bmap_copy.py", "console.py", "pass_files.py", "plymouth_server.py", "sandbox.py", "swupdate_server.py",
        "update.sh", "varlink_client.py", "without_option.py",
      ]),
    .testTarget(name: "FuzzTests", dependencies: ["Fuzz"]),
    .testTarget(
      name: "LoaderBridgeTests", dependencies: ["LoaderBridge", "Process", "Support", "Varlink"],
      exclude: ["forged_signals.py", "passed_file.py", "mock_service.py"]),
    .testTarget(name: "DeviceTests", dependencies: ["Process"]),
    .testTarget(
      name: "LoaderctlTests",
      dependencies: [
        "Daemon", "Display", "Images", "Loaderctl", "Loaders", "PNGReader", "Process", "ProgressParsers", "Raster",
        "ScreenAPI", "Settings", "Support", "Varlink",
      ],
      exclude: ["compare_frames.py", "terminal.py"]),
    .testTarget(
      name: "WaylandTests", dependencies: ["PNGReader", "Process"], exclude: ["compositor.py", "refuse.py"]),
    .testTarget(
      name: "ManualTests",
      dependencies: ["Daemon", "LoaderBridge", "Loaderctl", "Minimal", "Process", "Settings", "Support"],
      exclude: ["capture.zsh"]),
  ],
  swiftLanguageModes: [.v6]
)
