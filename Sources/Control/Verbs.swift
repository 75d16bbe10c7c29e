/// The verbs, in words; what they do stands in Invocation. Verb and Option say how such a text is read.
enum Verbs {
  static var show: StaticString {
    """
    show LOADER [TEXT] [--PARAM VALUE …]
    put a loader on the screen
    --transition fade|none =fade  how the picture changes
    What was shown before gives way. Colours are #RGB, #RRGGBB, #RRGGBBAA or a name such as blue; lists are \
    comma-separated; times are in seconds.
    $ show shimmer "Thinking…"
    $ show shimmer "Listening" --style grok --duration 1.5
    """
  }

  static var status: StaticString {
    """
    status TEXT
    set the line under the loader; empty text clears it
    $ status "Unpacking files"
    $ status ""
    """
  }

  static var message: StaticString {
    """
    message [TEXT]
    show a message line with its own lifetime
    --for SECONDS 0...86400  take it away after this long; without it, it stays
    --clear  take it away now; there is no TEXT then
    $ message "Do not turn off" --for 10
    $ message --clear
    """
  }

  static var progress: StaticString {
    """
    progress VALUE
    set the progress
    --label TEXT  becomes the status line
    --phase NAME  the phase that VALUE is of, one of --phases
    --phases NAME:WEIGHT,…  all phases in their order, with the share of time that each takes
    --task NAME  what is under way; how long it took is remembered by this name
    --part K/N  VALUE is that of the K-th of N equal parts
    --estimate  tell the time that is left; with none, show where the boot is by what the last ones took
    --milestone NAME  a step of the boot that has been reached, for the same
    VALUE is 42, 42% or 0.42, which are the same; none, which is indeterminate; alive, which changes nothing but says \
    that work goes on; or - for one of these a line on standard input.
    $ progress 42% --label Copying
    $ progress none
    $ progress 0 --phases copy:3,check:1 --phase copy
    $ progress -
    """
  }

  static var mode: StaticString {
    """
    mode boot|shutdown|reboot|update|firmware|reset
    say what goes on; it decides the title, the look and the behaviour
    --title TEXT  instead of the mode's own, or the theme's
    --subtitle TEXT  the same, for the smaller line
    The theme has a section for each of them.
    $ mode update --title "Updating your device"
    """
  }

  static var failure: StaticString {
    """
    failure [UNIT]
    show that something has failed
    --text SENTENCE  what went wrong, for the person before the screen
    --code CODE  what support asks for
    UNIT is the systemd unit that failed, if one did.
    $ failure data.mount --text "The data disk cannot be read." --code E42
    """
  }

  static var run: StaticString {
    """
    run [--PARAM VALUE …] -- CMD …
    show a loader while a command runs, and hide it afterwards
    --loader LOADER  what is shown meanwhile; without it shimmer for a text, bar for none
    --text TEXT  its text
    --progress FORMAT auto|none|percent|apt|pv|dialog|rsync|curl|wget|dd|swupdate|rauc =auto  what is read out of what the \
    command writes
    --size SIZE  how much is to come, where it counts bytes: a number of them, or a file that has as many
    --cancellable  end CMD with SIGINT, as Ctrl-C does, when the user cancels at the display
    The exit status is the command's; it runs with and without a daemon. For apt and dpkg, and with --progress apt, their \
    status lines are read from a descriptor of their own, whose number is in LOADERD_STATUS_FD.
    $ run --text "Checking the disk…" -- fsck /dev/sda2
    $ run -- apt-get -y upgrade
    """
  }

  static var follow: StaticString {
    """
    follow
    read progress from standard input until it ends
    --format FORMAT auto|percent|apt|pv|dialog|rsync|curl|wget|dd|swupdate|rauc =auto  how the lines tell it
    --loader LOADER  what is shown meanwhile; without it, what is there anyway
    --text TEXT  its text
    --size SIZE  how much is to come, where the lines count bytes: a number of them, or a file that has as many
    $ follow --format pv
    """
  }

  static var hide: StaticString {
    """
    hide
    take the loader away
    --fade  the same as --transition fade
    --transition fade|none =fade  how the picture changes
    $ hide
    $ hide --transition none
    """
  }

  static var quit: StaticString {
    """
    quit
    end the daemon
    --retain  leave the last picture until another program shows its first frame
    $ quit --retain
    """
  }

  static var yield: StaticString {
    """
    yield
    give the display to another program; the picture stays until its first frame
    $ yield
    """
  }

  static var resume: StaticString {
    """
    resume
    take the display back
    $ resume
    """
  }

  static var state: StaticString {
    """
    state
    tell what is shown, by which output, with frame figures
    $ state
    $ --json state
    """
  }

  static var monitor: StaticString {
    """
    monitor
    tell what changes, a line each, as it happens
    With --json each line is an object. It ends when the daemon does.
    $ monitor
    $ --json monitor
    """
  }

  static var loaders: StaticString {
    """
    loaders [LOADER]
    list what can be shown, or one loader's parameters
    No daemon is needed.
    $ loaders
    $ loaders shimmer
    """
  }

  static var outputs: StaticString {
    """
    outputs
    list the displays, their modes, formats, scale and rotation
    $ outputs
    $ --json outputs
    """
  }

  static var key: StaticString {
    """
    key
    wait until a key is pressed, and print its name
    --keys KEY,…  only one of these, as y,n,esc; without it any
    --cancel  wait until the user cancels, as loaderd.conf says how; that can be cancelled then
    --timeout SECONDS 0...86400  end with status 1 when none was pressed in this time
    KEY is a letter, a digit, a name such as enter, space, esc, f1, volumeup or power, or the kernel's number of it. \
    Letters are where a US keyboard has them. A key that somebody waits for means nothing else.
    $ key --keys y,n --timeout 30
    $ key --cancel
    """
  }

  static var screenshot: StaticString {
    """
    screenshot
    save what is on the display now
    -o FILE !  where the picture goes, as PNG; - is standard output
    --output OUTPUT  the display; without it the primary one
    $ screenshot -o screen.png --output HDMI-A-1
    """
  }

  static var render: StaticString {
    """
    render LOADER [TEXT] [--PARAM VALUE …]
    draw without a daemon: .png is one frame, .apng an animation
    --size WxH  the loader's own box in points; without it, its natural size
    --screen WxH  a whole screen in pixels, as the daemon would compose it
    --background COLOUR  or transparent; without it the scheme's
    --format FORMAT xrgb8888|xbgr8888|argb8888|abgr8888|rgb565|bgr565|rgb888|bgr888|xrgb2101010|r8|r1|d1 =xrgb8888  \
    what a display of that format would show
    --rotate 0|90|180|270 =0  degrees clockwise
    --at SECONDS 0...1e9  one frame: that of this moment
    --duration SECONDS 0.001...3600  an animation of this length; with --at the loader's parameter
    --fps N 1...240 =60  frames a second
    --set PARAM=VALUE …  a parameter whose name is an option here too
    -o FILE !  where the picture goes; - is standard output
    One of --at and --duration is needed, and at most one of --size and --screen. The same arguments give the same \
    bytes on every machine.
    $ render shimmer "Thinking…" --style gradient --scale 2 --at 0.7 -o still.png
    $ render shimmer "Thinking…" --size 320x120 --duration 2 --fps 30 -o moving.apng
    $ render parallax --screen 1080x1920 --rotate 90 --at 3 -o screen.png
    """
  }

  static var check: StaticString {
    """
    check [THEME]
    read a theme's folder and name what cannot be used
    THEME is the name of an installed theme, or a folder; without it, what loaderd.conf has. No daemon is needed. The exit status is 1 when something in it \
    cannot be used.
    $ check ./mytheme
    """
  }

  static var doctor: StaticString {
    """
    doctor
    examine this machine: kernel, devices, permissions, units, kernel arguments
    Each finding is a line that starts with ok, note or problem, and says what to do. No daemon is needed. The exit \
    status is 1 when there is a problem.
    $ doctor
    $ --json doctor
    """
  }
}
