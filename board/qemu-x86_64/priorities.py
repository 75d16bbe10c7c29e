"""Nice values and OOM scores of loaderd's processes under its systemd unit, which sets -10 and -900, filters system calls
and limits the folders in which files are changed."""

from report import expect
from suite import Suite, eventually

# A shell script that runs a command and prints the nice value (proc_pid_stat(5), field 19) and the OOM score of the last
# child process of loaderd that it finds meanwhile, other than the input helper. Only built-in commands read the files: a worker process
# may end before another program has started.
WATCH = """main=$(systemctl show -p MainPID --value loaderd)
read -r stay </proc/$main/task/$main/children || true
rm -f /run/nice
{command} >/dev/null 2>&1 & job=$!
while kill -0 $job 2>/dev/null; do
  children=; read -r children </proc/$main/task/$main/children || true
  for child in $children; do
    case " $stay " in *" $child "*) continue;; esac
    stat=; read -r stat 2>/dev/null </proc/$child/stat || continue
    score=; read -r score 2>/dev/null </proc/$child/oom_score_adj || continue
    set -- ${{stat##*) }}
    [ -z "${{17}}" ] || echo "${{17}} $score" >/run/nice
  done
done
cat /run/nice 2>/dev/null || true"""


class Priorities(Suite):
    """Checks that worker processes have less priority than loaderd."""

    text = "Loading…"

    def run(self):
        self.board.until("systemctl -q is-active multi-user.target && sleep 2")
        main = self.board.succeed("systemctl show -p MainPID --value loaderd").strip()
        with self.report.check("loaderd has the nice value of its unit"):
            expect(self.nice(main) == "-10", self.nice(main))
        with self.report.check("the input helper has the nice value 5"):
            helper = eventually(lambda: self.board.succeed(f"cat /proc/{main}/task/{main}/children").split())
            expect(helper and self.nice(helper[0]) == "5", f"{helper}")
        with self.report.check("the picture decoder has the nice value 5 and the highest OOM score"):
            self.board.succeed("loaderctl render text Large --screen 3840x2160 --at 1 -o /tmp/large.png", 120)
            seen = eventually(lambda: self.watch("loaderctl show logo --image /tmp/large.png --width 100"))
            expect(seen == "5 1000", f"nice and OOM score {seen}")
        with self.report.check("the screenshot encoder has the nice value 5 and the highest OOM score"):
            # One encoder may be done before the script sees it.
            shots = "sh -c 'for n in $(seq 20); do loaderctl screenshot -o /tmp/shot.png; done'"
            seen = eventually(lambda: self.watch(shots))
            expect(seen == "5 1000", f"nice and OOM score {seen}")
        with self.report.check("loaderd has its own OOM score again"):
            expect(self.board.succeed(f"cat /proc/{main}/oom_score_adj").strip() == "-900", "another score")
        with self.report.check("--writable limits the folders in which files are changed"):
            words = "loaderd --output headless --once --socket /run/other --frames /etc/frames --writable"
            self.board.succeed(f"! {words} /run 2>/run/refused && grep 'Permission denied' /run/refused && {words} /run:/etc", 60)
        with self.report.check("no setpriority or setrlimit call has failed"):
            self.board.succeed("! journalctl -b --no-pager -u loaderd | grep -E 'setpriority|setrlimit'", 60)

    def nice(self, process):
        return self.board.succeed(f"sed 's/.*) //' /proc/{process}/stat | cut -d' ' -f17").strip()

    def watch(self, command):
        return self.board.succeed(WATCH.format(command=command), 120).strip()
