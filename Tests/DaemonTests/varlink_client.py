"""varlink_client.py SOCKET: uses a running loaderd through PyPI's varlink package, and stops at what is wrong."""
import sys

import varlink

client = varlink.Client.new_with_address("unix:" + sys.argv[1])
with client, client.open("io.loaderd.Screen") as screen, client.open("org.varlink.service") as service:
    assert "io.loaderd.Screen" in client.get_interfaces()
    info = service.GetInfo()
    assert info["product"] == "loaderd", info
    assert set(info["interfaces"]) == {"org.varlink.service", "io.loaderd.Screen"}, info

    # Its parser has read the definition, or the methods would not be there.
    interface = client.get_interface("io.loaderd.Screen")
    members = set(interface.members)
    assert {"Show", "Hide", "SetStatus", "SetProgress", "GetState", "ListLoaders", "Quit", "UnknownLoader"} <= members, members
    assert "method Show(" in interface.get_description()

    screen.Show(loader="shimmer", text="From Python…", style="grok", duration=1.5, font_size=20.0)
    screen.SetStatus(text="status")
    screen.SetProgress(value=0.5, label="half")
    state = screen.GetState()
    assert (state["loader"], state["text"], state["status"], state["progress"]) == ("shimmer", "From Python…", "half", 0.5), state
    assert (state["output"]["width"], state["output"]["height"]) == (320, 200), state
    screen.SetProgress()
    assert screen.GetState().get("progress") is None  # this client drops what is null

    def refusal(call, **parameters):
        try:
            call(**parameters)
        except varlink.VarlinkError as error:
            return error.error(), error.parameters()
        raise AssertionError(f"{parameters} was taken")

    name, parameters = refusal(screen.Show, loader="nonesuch", text="x")
    assert name == "io.loaderd.Screen.UnknownLoader" and "shimmer" in parameters["known"], (name, parameters)
    name, parameters = refusal(screen.Show, loader="shimmer", text="x", style="disco")
    assert name == "io.loaderd.Screen.InvalidParameter" and parameters["name"] == "style", (name, parameters)
    assert screen.GetState()["text"] == "From Python…"

    [shimmer] = [loader for loader in screen.ListLoaders()["loaders"] if loader["name"] == "shimmer"]
    assert any(parameter["name"] == "highlight" for parameter in shimmer["parameters"]), shimmer
    screen.Hide()
    assert screen.GetState().get("loader") is None
    screen.Quit()
print("done")
