import Process
import Testing

/// The shipped loaderctl under valgrind: optimised code releases objects earlier than the debug build.
@Suite(.enabled(if: Build(name: "x86_64").exists, "x86_64 is not built; run make device"))
struct MemoryTests {
  @Test(arguments: [
    ["shimmer", "Thinking…"], ["bar", "--progress", "40%"], ["ring"], ["spinner"], ["dots"], ["worm"], ["orb"],
    ["skeleton"], ["live"], ["parallax"], ["logo"], ["frames"], ["text", "Ωж 漢\n字 مرحبا"], ["console", "one\ntwo"],
  ])
  func drawingHasNoMemoryErrors(_ words: [String]) throws {
    let program = Program(Build(name: "x86_64").path("loaderctl"))
    let checked = program.behind("/usr/bin/valgrind", ["-q", "--error-exitcode=9"])
    let outcome = try checked.run(["render"] + words + ["--screen", "320x240", "--at", "0.3", "-o", "-"], timeout: 120)
    #expect(outcome.status == 0 && outcome.output.count > 300, "\(outcome.errors.prefix(2000))")
  }
}
