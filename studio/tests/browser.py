"""A page in headless Chromium, driven with the DevTools protocol over two pipes (--remote-debugging-pipe)."""

import base64
import json
import os
import select
import signal
import subprocess
import tempfile
import time

# How long the browser may take to answer when other programs keep the processors busy.
TIMEOUT = 120


class Browser:
    """Chromium with one page. It ends when the `with` statement ends."""

    def __init__(self, program="chromium"):
        self.program = program

    def __enter__(self):
        # A process of the browser that ends late may still write to it.
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.replies, replies = os.pipe()
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb",
            f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank",
        ]

        def descriptors():
            # Chromium reads commands from file descriptor 3 and writes replies to 4.
            first, second = os.dup(commands), os.dup(replies)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.log = open(os.path.join(self.folder.name, "log"), "wb")
        self.process = subprocess.Popen(
            [self.program, *options], preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log, start_new_session=True,
        )
        os.close(commands)
        os.close(replies)
        self.unread = b""
        self.number = 0
        self.session = None
        # Exceptions and messages of the page's console.
        self.errors = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.commands)
        os.close(self.replies)
        self.log.close()
        self.folder.cleanup()

    def message(self, deadline):
        """The next message of the browser."""
        while b"\0" not in self.unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.replies], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.replies, 1 << 20)
            if not part:
                raise EOFError("the browser has ended: " + open(self.log.name).read()[-2000:])
            self.unread += part
        message, _, self.unread = self.unread.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        """The result of a method of the protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        deadline = time.monotonic() + TIMEOUT
        while True:
            reply = self.message(deadline)
            if reply.get("id") == self.number:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']['message']}")
                return reply["result"]
            self.note(reply)

    def note(self, event):
        """Keeps what the page reports as an error."""
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(parameters["entry"]["text"])

    def open(self, address, is_ready):
        """Opens a page, and waits until an expression is true in it."""
        self.call("Page.navigate", url=address)
        self.until(is_ready)

    def until(self, expression):
        """Waits until an expression is true."""
        self.value(f"""new Promise((done) => {{
          const look = () => {{
            let isTrue = false;
            try {{ isTrue = ({expression}); }} catch {{ }}
            if (isTrue) done(true); else setTimeout(look, 20);
          }};
          look();
        }})""")

    def run(self, script):
        """Runs a script in the page."""
        self.call("Runtime.evaluate", expression=script)

    def value(self, expression, **arguments):
        """The value of an expression or of a promise. `arguments` are its variables."""
        variables = "".join(f"const {name} = {json.dumps(value)}; " for name, value in arguments.items())
        result = self.call(
            "Runtime.evaluate", expression=f"(async () => {{ {variables}return ({expression}); }})()",
            awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def resize(self, width, height, scale=1, dark=False, is_phone=False):
        """Sets the size of the window in CSS pixels, and the preferred colour scheme."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_phone)
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def screenshot(self, path, is_whole=False):
        """Writes what the window shows, or the whole page, to a PNG file."""
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole)["data"]
        path.write_bytes(base64.b64decode(picture))

    def press(self, key, code=0, text=""):
        """Presses and releases a key."""
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)
