import Minimal
import Support

/// loaderd-minimal(8).
enum LoaderdMinimalPage {
  static var page: ManualPage {
    var page = ManualPage("loaderd-minimal", 8, "shows a boot screen from a baked file")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in MinimalOptions.all { page.macro(".Op \(ManualPage.term(option))") }
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.write(
      "is a small program for an initramfs. It shows the frames of a file that `loaderctl bake` has drawn before, on DRM devices or framebuffers, until loaderd takes over. It has no loaders, fonts and themes."
    )
    page.paragraph()
    page.write(
      "A display whose size is not in the file shows the largest screen that fits. Without a valid file there is a plain background, and a bar if there is a progress."
    )
    page.paragraph()
    page.write(
      "It listens at loaderd's socket. It knows the methods SetMode, SetProgress, ReportFailure, GetState, GetTimeline, Yield (without lease), Resume and Quit (handover is as retain, restart has no effect); a successor shows what SetStatus and SetMessage said. Other methods fail with MethodNotImplemented."
    )
    page.paragraph()
    page.write("Its options are:")
    page.list(MinimalOptions.all)
    page.section("FILES")
    page.list([
      ("Pa /usr/lib/loaderd/boot.baked", "the baked file"),
      ("Pa /run/loaderd/io.loaderd.Screen", "the socket"),
      ("Pa /run/loaderd/io.loaderd.Screen.handover", "the socket at which a loaderd with `--replace` takes over"),
      ("Pa /dev/dri", "DRM devices"),
    ])
    page.section("EXIT STATUS")
    page.list([
      ("0", "Ended by a signal or a call, or a successor has taken over."),
      ("1", "It cannot run, or with `--quit`: none answers at the socket."), ("2", "Wrong usage."),
    ])
    page.section("EXAMPLES")
    page.write("Bake the configured theme, and show it:")
    page.example(["loaderctl bake -o /usr/lib/loaderd/boot.baked", "loaderd-minimal --initramfs &"])
    page.paragraph()
    page.write("Take over in the real root file system:")
    page.example(["loaderd --replace"])
    page.references([("loaderctl", 1), ("io.loaderd.Screen", 7), ("loaderd", 8)])
    return page
  }
}
