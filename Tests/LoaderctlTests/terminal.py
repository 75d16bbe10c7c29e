"""terminal.py STEP … -- COMMAND …: runs a command on a pseudoterminal of 100 columns and 30 lines, executes the steps and
prints the output. A step is 'wait TEXT', which waits for that output, 'type TEXT', 'size COLUMNS', 'pause', 'modes',
which notes whether the terminal is raw, or 'close', the last one, which takes the terminal away. With 'shell' first, an
interactive shell starts the command as a job."""
import fcntl, os, pty, re, select, signal, struct, sys, termios, time

TIMEOUT = 60

def resize(fd, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))

end = sys.argv.index("--")
steps, command = sys.argv[1:end], sys.argv[end + 1:]
pid, fd = pty.fork()
if pid == 0:
    resize(0, 100)
    if steps[0] == "shell":
        os.environ["PS1"] = "$ "
        os.environ["ENV"] = ""
        os.execv("/bin/bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"])
    os.execv(command[0], command)
seen, start = b"", 0

def read(seconds):
    global seen
    if not select.select([fd], [], [], seconds)[0]: return True
    try: bytes = os.read(fd, 65536)
    except OSError: return False
    seen += bytes
    return bool(bytes)

def note(text):
    sys.stdout.write("[%s]" % text)

for step in steps:
    word, _, rest = step.partition(" ")
    if word == "wait":
        end = time.time() + TIMEOUT
        while rest.encode() not in seen[start:] and time.time() < end and read(0.1): pass
        place = seen.find(rest.encode(), start)
        if place < 0: note("no %s" % rest)
        else: start = place + len(rest)
    elif word == "type": os.write(fd, rest.encode())
    elif word == "size": resize(fd, int(rest))
    elif word == "pause": read(0.3)
    elif word == "modes": note("raw" if not termios.tcgetattr(fd)[3] & termios.ICANON else "cooked")
    elif word == "close":
        os.close(fd)
        signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGKILL))
        signal.alarm(TIMEOUT)
end = time.time() + TIMEOUT
while steps[-1] != "close" and time.time() < end and read(0.2): pass
_, status = os.waitpid(pid, 0)
note("exit %d" % os.waitstatus_to_exitcode(status))
sys.stdout.write(seen.decode(errors="replace"))
