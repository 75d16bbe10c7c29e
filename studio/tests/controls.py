"""The page, used as a person uses it. A check yields a sentence for each failure."""

import base64
import gzip
import io
import pathlib
import shutil
import subprocess
import tempfile
import zipfile

from PIL import Image

from plymouth import themes_of_plymouth_become_what_the_importer_makes

THEMES = pathlib.Path(__file__).resolve().parent.parent.parent / "systemd/themes"
LIMIT = 1_500_000
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


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
    names = page.value("studio.catalog.loaders.map((entry) => entry.name)")
    for loader in names + ["theme"]:
        page.value("NAME === 'theme' ? studio.chooseTheme('signal') : studio.choose(NAME)", NAME=loader)
        page.value("document.querySelectorAll('details').forEach((group) => { group.open = true; })")
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            focusable = any(item["name"] == "focusable" for item in node.get("properties", []))
            role = node.get("role", {}).get("value")
            if focusable and role != "RootWebArea" and not node.get("name", {}).get("value"):
                yield f"{loader}: a {role} has no name"


def narrow_windows_do_not_scroll_sideways(page, _):
    for width in (320, 390, 768, 961, 1280):
        page.resize(width, 800)
        for loader in page.value("studio.catalog.loaders.map((entry) => entry.name)") + ["theme"]:
            page.value("NAME === 'theme' ? studio.chooseTheme('signal') : studio.choose(NAME)", NAME=loader)
            needed = page.value("document.documentElement.scrollWidth")
            if needed > width:
                yield f"{loader}: the page is {needed} wide in a window of {width}"


def the_page_is_small(page, folder):
    # Chromium reports the paint after the frame was presented, which may be later than the page is ready.
    page.until(f"({PAINT}) !== undefined || performance.now() > 30000")
    paint = page.value(PAINT)
    size = sum(len(gzip.compress(path.read_bytes())) for path in folder.iterdir())
    painted = "not reported" if paint is None else f"after {paint:.0f} ms"
    print(f"page: {size} bytes compressed, first contentful paint {painted}")
    if size > LIMIT:
        yield f"{size} bytes are more than {LIMIT}"


def a_theme_is_changed_by_its_controls(page, _):
    page.value("studio.chooseTheme('signal') ?? studio.stage.play(false)")
    before = picture(page)
    type_into(page, "Theme-background", "#004020")
    source = page.value("document.getElementById('source').value")
    if "background = #004020" not in source or "# A brand" not in source:
        yield f"the text is {source}"
    if picture(page) == before:
        yield "the picture is the same"
    page.value("document.querySelector('#editor [data-name=background] button.quiet').click()")
    if "background" in page.value("studio.theme.conf.text").split("[dots]")[0].replace("bar-gutter", ""):
        yield "the background is not removed"
    if "loaderd/themes" not in page.value("document.getElementById('show-command').textContent"):
        yield "the command does not install the theme"


def a_setting_of_several_lines_is_one_setting(page, _):
    text = "[skeleton]\nlayout = 1 2 3 4, \\\n  # the second one\n  5 6 7 8\ncards = 2"
    value = page.value("new ThemeText(TEXT).get('skeleton', 'layout')", TEXT=text)
    if value != "1 2 3 4, 5 6 7 8":
        yield f"its value is {value}"
    for new, expected in ("9 9 9 9", "[skeleton]\nlayout = 9 9 9 9\ncards = 2"), (None, "[skeleton]\ncards = 2"):
        changed = page.value(
            "(() => { const conf = new ThemeText(TEXT); conf.set('skeleton', 'layout', NEW); return conf.text; })()",
            TEXT=text, NEW=new)
        if changed != expected:
            yield f"with {new} the text is {changed}"


def a_faint_text_and_a_wrong_line_are_reported(page, _):
    findings = "[...document.querySelectorAll('#findings li')].map((item) => item.textContent)"
    page.value("studio.chooseTheme('night')")
    if page.value(findings) != ["No problems found"]:
        yield f"night has findings: {page.value(findings)}"
    page.value("studio.chooseTheme('signal')")
    page.value("studio.theme.conf.set('Theme', 'title-color', '#4A2FD8') ?? studio.editor.show(studio.theme)")
    if not any("title has a contrast of 1" in line for line in page.value(findings)):
        yield f"no warning of a faint title: {page.value(findings)}"
    page.value("studio.theme.conf.set('Theme', 'logo-widht', '9') ?? studio.editor.show(studio.theme)")
    if not any("theme.conf, line" in line and "'logo-widht': unknown" in line for line in page.value(findings)):
        yield f"no error for a wrong key: {page.value(findings)}"
    page.value("studio.theme.conf.set('Theme', 'title', '字') ?? studio.editor.show(studio.theme)")
    if not any("theme.conf: no font has: 字" in line for line in page.value(findings)):
        yield f"no warning of a missing character: {page.value(findings)}"
    page.value("studio.theme.conf.set('Theme', 'title', 'Starting '.repeat(60)) ?? studio.editor.show(studio.theme)")
    if not any("theme.conf: on 320x240 in " in line and "the title is shortened" in line for line in page.value(findings)):
        yield f"no warning of a title that is too long: {page.value(findings)}"


def every_mode_of_every_theme_is_drawn(page, _):
    for theme in page.value("Object.keys(THEMES)"):
        pictures = set()
        for mode in page.value("[...studio.catalog.modes, 'failure']"):
            page.value("(studio.themes.get(THEME).mode = MODE, studio.chooseTheme(THEME))", THEME=theme, MODE=mode)
            if not page.value("document.getElementById('problem').hidden"):
                yield f"{theme}, {mode}: {page.value('document.getElementById(`problem`).textContent')}"
            pictures.add(picture(page))
        if len(pictures) < 4:
            yield f"{theme}: only {len(pictures)} pictures in all modes"


def a_dropped_folder_becomes_a_theme(page, _):
    page.value(r"""studio.takeDropped([
      Object.assign(new File(["[Theme]\nloader = ring\n[ring]\nsize = 60\n"], "theme.conf"), { path: "acme/theme.conf" }),
      Object.assign(new File(["[Words]\nmoment = Gleich\n"], "de.conf"), { path: "acme/words/de.conf" })])""")
    if page.value("studio.theme?.name") != "acme" or page.value("studio.theme.loader") != "ring":
        yield f"the theme is {page.value('studio.theme?.name')}"
    if page.value("[...studio.theme.all.keys()].sort()") != ["theme.conf", "words/de.conf"]:
        yield "its files are others"
    before = picture(page)
    logo = base64.b64encode((THEMES / "signal/logo.png").read_bytes()).decode()
    page.value("studio.takeDropped([new File([Uint8Array.from(atob(LOGO), (c) => c.charCodeAt(0))], 'mark.png')])", LOGO=logo)
    if page.value("studio.theme.conf.get('Theme', 'logo')") != "mark.png" or picture(page) == before:
        yield "a dropped picture is not the logo"


def a_served_theme_is_shown_again_after_a_change(page, _):
    with tempfile.TemporaryDirectory() as name:
        theme = pathlib.Path(name) / "acme"
        shutil.copytree(THEMES / "signal", theme)
        preview = subprocess.Popen(
            [THEMES.parent.parent / "studio/preview", theme, "--studio", "--no-browser"], stdout=subprocess.PIPE, text=True)
        try:
            page.open(preview.stdout.readline().strip(), "studio.theme?.name === 'acme'")
            before = picture(page)
            text = (theme / "theme.conf").read_text()
            (theme / "theme.conf").write_text(text.replace("#3A1FD1", "#004020"))
            page.until("studio.theme.conf.get('Theme', 'background') === '#004020'")
            if picture(page) == before:
                yield "the picture is the same"
        finally:
            # The page must not report that the preview has ended.
            page.open("about:blank", "location.protocol === 'about:'")
            preview.terminate()
            preview.wait()


def a_theme_is_exported_as_a_zip_archive(page, _):
    page.value("studio.chooseTheme('signal')")
    data = page.value("""studio.theme.archive.arrayBuffer().then((bytes) =>
      btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("")))""")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(data))) as archive:
        if archive.testzip():
            yield f"{archive.testzip()} is damaged"
        for path in sorted((THEMES / "signal").iterdir()):
            if archive.read(f"signal/{path.name}") != path.read_bytes():
                yield f"{path.name} differs"


def an_animation_has_the_frames_of_the_picture(page, _):
    page.value("studio.choose('ring') ?? studio.stage.play(false)")
    data = page.value("btoa(Array.from(studio.renderer.encode(3, 10), (byte) => String.fromCharCode(byte)).join(''))")
    animation = Image.open(io.BytesIO(base64.b64decode(data)))
    if animation.n_frames != 3:
        yield f"{animation.n_frames} frames"
    for number in range(animation.n_frames):
        animation.seek(number)
        page.value(f"studio.stage.seek({number / 10})")
        still = page.value("document.getElementById('canvas').toDataURL()").partition(",")[2]
        if Image.open(io.BytesIO(base64.b64decode(still))).convert("RGB").tobytes() != animation.convert("RGB").tobytes():
            yield f"frame {number} differs"


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
    themes_of_plymouth_become_what_the_importer_makes,
    the_page_is_small, loaders_are_chosen_with_the_keyboard, a_typed_value_changes_the_picture_and_the_commands,
    a_wrong_value_is_refused_with_the_sentence_of_the_program, space_plays_and_pauses,
    a_theme_is_changed_by_its_controls, a_setting_of_several_lines_is_one_setting,
    a_faint_text_and_a_wrong_line_are_reported, every_mode_of_every_theme_is_drawn,
    a_dropped_folder_becomes_a_theme, a_served_theme_is_shown_again_after_a_change, a_theme_is_exported_as_a_zip_archive,
    an_animation_has_the_frames_of_the_picture, everything_has_a_name_for_screen_readers, narrow_windows_do_not_scroll_sideways,
]
