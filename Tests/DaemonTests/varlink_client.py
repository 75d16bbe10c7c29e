"""varlink_client.py SOCKET: calls every method of a running loaderd with the Python package varlink.

It checks all parameters and replies against the interface definition, as the package's parser reads it.
"""
import subprocess
import sys

import varlink
import varlink.scanner

address = "unix:" + sys.argv[1]
client = varlink.Client.new_with_address(address)
interface = None


def check(value, kind, where):
    """Fails unless a value has a type of the definition; `where` names the value in the message."""
    scanner = varlink.scanner
    if isinstance(kind, scanner._Maybe):
        return value is None or check(value, kind.element_type, where)
    if isinstance(kind, scanner._Array):
        assert isinstance(value, list), (where, value)
        return all([check(item, kind.element_type, where) for item in value])
    if isinstance(kind, scanner._Struct):
        assert isinstance(value, dict), (where, value)
        unknown = set(value) - set(kind.fields)
        assert not unknown, (where, "has fields that the definition lacks", unknown)
        return all([check(value.get(name), member, f"{where}.{name}") for name, member in kind.fields.items()])
    if isinstance(kind, scanner._CustomType):
        return check(value, interface.members[kind.name].type, f"{where}:{kind.name}")
    kind = type(kind)  # the parser's basic types are values: 0, 0.0, False and ""
    number = (int, float) if kind is float else kind
    assert isinstance(value, number) and (kind is bool) == isinstance(value, bool), (where, value, kind)
    return True


class Screen:
    """Calls methods and checks their parameters and replies."""

    def __init__(self, connection):
        self.connection = connection
        self.called = set()

    def __getattr__(self, name):
        method = interface.members[name]

        def call(**parameters):
            check(parameters, method.in_type, f"{name}()")
            reply = getattr(self.connection, name)(**parameters)
            check(reply or {}, method.out_type, name)
            self.called.add(name)
            return reply

        return call


def refusal(call, **parameters):
    """Makes a call that must fail; returns the name and parameters of the error, checked against the definition."""
    try:
        call(**parameters)
    except varlink.VarlinkError as error:
        name = error.error()
        own = name.rpartition(".")[2]
        if name.startswith("io.loaderd.Screen."):
            check(error.parameters(), interface.members[own].type, own)
        return name, error.parameters()
    raise AssertionError(f"{parameters} was accepted")


with client, client.open("io.loaderd.Screen") as raw, client.open("org.varlink.service") as service:
    assert "io.loaderd.Screen" in client.get_interfaces()
    info = service.GetInfo()
    assert info["product"] == "loaderd", info
    assert set(info["interfaces"]) == {"org.varlink.service", "io.loaderd.Screen"}, info

    # The package finds these in the definition that loaderd sends.
    interface = client.get_interface("io.loaderd.Screen")
    methods = {name for name, member in interface.members.items() if isinstance(member, varlink.scanner._Method)}
    errors = {name for name, member in interface.members.items() if isinstance(member, varlink.scanner._Error)}
    assert {"Show", "Hide", "SetStatus", "SetMessage", "SetProgress", "GetState", "ListLoaders", "ListOutputs", "Quit"} <= methods, methods
    assert {"UnknownLoader", "InvalidParameter", "NoDisplay", "TooLarge"} <= errors, errors
    assert "method Show(" in interface.get_description()
    assert all(member.doc for member in interface.members.values()), "a member without a comment"
    screen = Screen(raw)

    screen.Show(loader="shimmer", text="From Python…", style="grok", duration=1.5, font_size=20.0)
    screen.SetStatus(text="status")
    screen.SetProgress(value=0.5, label="half")
    state = screen.GetState()
    assert (state["loader"], state["text"], state["status"], state["progress"]) == ("shimmer", "From Python…", "half", 0.5), state
    assert (state["output"]["width"], state["output"]["height"]) == (320, 200), state
    screen.SetProgress()
    assert screen.GetState().get("progress") is None  # the package omits members that are null
    screen.SetMessage(text="message", lifetime=60.0)
    assert screen.GetState()["message"] == "message"

    name, parameters = refusal(raw.Show, loader="nonesuch", text="x")
    assert name == "io.loaderd.Screen.UnknownLoader" and "shimmer" in parameters["known"], (name, parameters)
    name, parameters = refusal(raw.Show, loader="shimmer", text="x", style="disco")
    assert name == "io.loaderd.Screen.InvalidParameter" and parameters["name"] == "style", (name, parameters)
    for method, wrong in [
        ("SetProgress", {"value": 2.0}), ("SetMessage", {"text": "x", "lifetime": -1.0}), ("SetStatus", {"text": "x" * 5000}),
        ("Hide", {"transition": "explode"}),
    ]:
        name, parameters = refusal(getattr(raw, method), **wrong)
        assert name == "io.loaderd.Screen.InvalidParameter" and parameters["name"] in wrong, (method, name, parameters)
    assert screen.GetState()["text"] == "From Python…"

    [shimmer] = [loader for loader in screen.ListLoaders()["loaders"] if loader["name"] == "shimmer"]
    assert any(parameter["name"] == "highlight" for parameter in shimmer["parameters"]), shimmer
    [output] = screen.ListOutputs()["outputs"]
    assert output["kind"] == "headless" and output["state"] == "lit", output
    screen.Yield()
    screen.Resume()
    if "WaitKey" in methods:
        assert screen.WaitKey(cancel=True, timeout=0.01).get("key") is None
        name, parameters = refusal(raw.WaitKey, keys=["esc"])
        assert name == "io.loaderd.Screen.InvalidParameter" and parameters["name"] == "keys", (name, parameters)
    if "SetMode" in methods:
        screen.SetMode(mode="update")
        assert screen.GetState()["mode"] == "update"
    if "ReportFailure" in methods:
        screen.ReportFailure(unit="data.mount", sentence="The data disk cannot be read.", code="E42")
    if "AppendLog" in methods:
        screen.AppendLog(lines=["one", "two"])
    if "Screenshot" in methods:
        screen.Screenshot()
    if "Monitor" in methods:
        with varlink.Client.new_with_address(address) as other, other.open("io.loaderd.Screen") as watcher:
            check(next(iter(watcher.Monitor(_more=True))), interface.members["Monitor"].out_type, "Monitor")
        screen.called.add("Monitor")

    # The package's command line.
    def cli(*words):
        outcome = subprocess.run([sys.executable, "-m", "varlink.cli", *words], capture_output=True, text=True)
        assert outcome.returncode == 0, outcome
        return outcome.stdout

    help = cli("help", f"{address}/io.loaderd.Screen")
    for name in interface.members:
        assert name in help, name
    assert "shimmer" in cli("call", f"{address}/io.loaderd.Screen.GetState")

    screen.GetTimeline()
    screen.Reload()
    screen.Hide()
    assert screen.GetState().get("loader") is None
    screen.Quit(retain=False)
    assert screen.called == methods, methods - screen.called
print("done")
