"""The page, used as a person uses it. A check yields a sentence for each failure."""

import gzip

LIMIT = 1_500_000


def loaders_are_chosen_with_the_keyboard(page, _):
    page.value("document.querySelector('#loaders input').focus()")
    for entry in page.value("studio.catalog.loaders"):
        name = entry["name"]
        if page.value("studio.loader") != name:
            yield f"the loader is {page.value('studio.loader')}, not {name}"
        if f"loaderctl show {name}" not in page.value("document.getElementById('show-command').textContent"):
            yield f"the command does not show {name}"
        shown = page.value("[...document.querySelectorAll('#parameters .control')].map((row) => row.dataset.name)")
        if shown != ["text"] + [parameter["name"] for parameter in entry["parameters"]]:
            yield f"the controls of {name} are {shown}"
        problem = page.value("document.getElementById('problem').hidden ? '' : problem.textContent")
        if problem:
            yield f"{name}: {problem}"
        page.press("ArrowDown", 40)


def a_typed_value_changes_the_picture_and_the_commands(page, _):
    page.value("studio.stage.play(false) ?? studio.choose('ring')")
    before = picture(page)
    type_into(page, "parameter-color", "#FF0000")
    if "--color='#FF0000'" not in page.value("document.getElementById('render-command').textContent"):
        yield "the command has no --color"
    if picture(page) == before:
        yield "the picture is the same"
    page.value("document.querySelector('[data-name=color] button.quiet').click()")
    if picture(page) != before or "--color" in page.value("document.getElementById('show-command').textContent"):
        yield "the default is not restored"


def a_wrong_value_is_refused_with_the_sentence_of_the_program(page, _):
    page.value("studio.choose('ring')")
    type_into(page, "parameter-color", "purplish")
    sentence = page.value("document.getElementById('problem').textContent")
    if page.value("document.getElementById('problem').hidden") or not sentence.startswith("color: "):
        yield f"the sentence is '{sentence}'"
    type_into(page, "parameter-color", "")
    if not page.value("document.getElementById('problem').hidden"):
        yield "the sentence stays"


def space_plays_and_pauses(page, _):
    page.value("studio.stage.play(false) ?? document.activeElement.blur()")
    page.press(" ", 32, " ")
    page.until("studio.stage.isPlaying && studio.stage.time > 0.1")
    page.press(" ", 32, " ")
    if page.value("studio.stage.isPlaying"):
        yield "it still plays"


def everything_has_a_name_for_screen_readers(page, _):
    for loader in page.value("studio.catalog.loaders.map((entry) => entry.name)"):
        page.value("studio.choose(NAME)", NAME=loader)
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            focusable = any(item["name"] == "focusable" for item in node.get("properties", []))
            role = node.get("role", {}).get("value")
            if focusable and role != "RootWebArea" and not node.get("name", {}).get("value"):
                yield f"{loader}: a {role} has no name"


def narrow_windows_do_not_scroll_sideways(page, _):
    for width in (320, 390, 768, 961, 1280):
        page.resize(width, 800)
        for loader in page.value("studio.catalog.loaders.map((entry) => entry.name)"):
            page.value("studio.choose(NAME)", NAME=loader)
            needed = page.value("document.documentElement.scrollWidth")
            if needed > width:
                yield f"{loader}: the page is {needed} wide in a window of {width}"


def the_page_is_small(page, folder):
    paint = page.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    size = sum(len(gzip.compress(path.read_bytes())) for path in folder.iterdir())
    print(f"page: {size} bytes compressed, first contentful paint after {paint:.0f} ms")
    if size > LIMIT:
        yield f"{size} bytes are more than {LIMIT}"


def picture(page):
    """The pixels of the canvas at 1.25 s."""
    page.value("studio.stage.seek(1.25)")
    return page.value("document.getElementById('canvas').toDataURL()")


def type_into(page, name, text):
    """Replaces the text of an input."""
    page.value("document.getElementById(NAME).focus() ?? document.getElementById(NAME).select()", NAME=name)
    if text:
        page.call("Input.insertText", text=text)
    else:
        page.press("Delete", 46)


CHECKS = [
    the_page_is_small, loaders_are_chosen_with_the_keyboard, a_typed_value_changes_the_picture_and_the_commands,
    a_wrong_value_is_refused_with_the_sentence_of_the_program, space_plays_and_pauses,
    everything_has_a_name_for_screen_readers, narrow_windows_do_not_scroll_sideways,
]
