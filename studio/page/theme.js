"use strict";

/** A comment between the lines of a setting, where `#000` is a colour (Sources/Support/INI.swift). */
const COMMENT = /^\s*(;|#(\s|$))/;

/** The settings of a theme.conf, changed in its text so that comments and order stay. */
class ThemeText {
  /** @param {string} text */
  constructor(text) { this.lines = text.split("\n"); }

  get text() { return this.lines.join("\n"); }

  /** The lines of a section, from its heading to the next one: [first, end]. @param {string} section */
  range(section) {
    const first = this.lines.findIndex((line) => line.trim() === `[${section}]`);
    if (first < 0) return null;
    const next = this.lines.findIndex((line, index) => index > first && /^\s*\[/.test(line));
    return [first, next < 0 ? this.lines.length : next];
  }

  /** The line of a key; -1 if there is none. The last one counts. */
  find(section, key) {
    const range = this.range(section);
    if (!range) return -1;
    for (let index = range[1] - 1; index > range[0]; index--) {
      if (this.lines[index].split("=", 1)[0].trim() === key && this.lines[index].includes("=")) return index;
    }
    return -1;
  }

  /** The lines of the setting that begins at a line: it goes on after a backslash, and after a comment behind one. */
  setting(index) {
    let end = index;
    while (end < this.lines.length - 1 && (/\\\s*$/.test(this.lines[end]) || COMMENT.test(this.lines[end]))) end++;
    return this.lines.slice(index, end + 1);
  }

  /** @param {string} section @param {string} key @returns {?string} */
  get(section, key) {
    const index = this.find(section, key);
    if (index < 0) return null;
    const lines = this.setting(index).filter((line) => !COMMENT.test(line));
    const text = lines.map((line) => line.trim().replace(/\s*\\$/, "")).join(" ");
    return text.slice(text.indexOf("=") + 1).trim();
  }

  /** Sets a key, or removes it. @param {string} section @param {string} key @param {?string} value */
  set(section, key, value) {
    const index = this.find(section, key);
    if (index >= 0) {
      this.lines.splice(index, this.setting(index).length, ...(value === null ? [] : [`${key} = ${value}`]));
    } else if (value !== null) {
      if (!this.range(section)) {
        while (this.lines.length > 0 && this.lines.at(-1).trim() === "") this.lines.pop();
        this.lines.push(...(this.lines.length > 0 ? [""] : []), `[${section}]`, "");
      }
      let [first, end] = this.range(section);
      while (end > first + 1 && this.lines[end - 1].trim() === "") end--;
      this.lines.splice(end, 0, `${key} = ${value}`);
    }
  }
}

/** A theme in the page: its files, the mode that is shown, and what it is tried with. */
class Theme {
  /** @param {string} name @param {Map<string, Uint8Array>} files */
  constructor(name, files) {
    this.name = name;
    this.files = files;
    this.mode = "boot";
    /** Whether controls change only this mode. */
    this.isOnlyMode = false;
    /** What an import has not carried over. @type {string[]} */
    this.left = [];
    /** What loaderd would be told. */
    this.trial = { status: "", message: "", progress: "" };
    this.conf = new ThemeText(new TextDecoder().decode(files.get("theme.conf") ?? new Uint8Array()));
  }

  /** A theme of systemd/themes. @param {string} name */
  static builtIn(name) { return Theme.decoded(name, THEMES[name]); }

  /** A theme whose files are in base64. @param {string} name @param {Object<string, string>} files */
  static decoded(name, files) {
    const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Theme(name, new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)])));
  }

  /** The section that controls of the theme's keys change. */
  get section() { return this.isOnlyMode && this.mode !== "failure" ? this.mode : "Theme"; }

  /** The loader of the mode that is shown. */
  get loader() {
    if (this.mode === "failure") return "failure";
    return this.conf.get(this.mode, "loader") ?? this.conf.get("Theme", "loader") ?? "none";
  }

  /** The files with theme.conf as it is now. */
  get all() {
    return new Map([...this.files, ["theme.conf", new TextEncoder().encode(this.conf.text)]]);
  }

  /** The archive with the theme's folder. */
  get archive() {
    return zip(new Map([...this.all].sort().map(([path, bytes]) => [`${this.name}/${path}`, bytes])));
  }
}

/** The controls of a theme. */
class ThemeEditor {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.form = document.getElementById("editor");
    this.findings = document.getElementById("findings");
  }

  /** Makes the controls anew. @param {Theme} theme */
  show(theme) {
    this.theme = theme;
    const { studio } = this;
    const modes = [...studio.catalog.modes, "failure"];
    const group = (title, isOpen, ...children) =>
      element("details", { open: isOpen }, element("summary", {}, title), ...children);
    const loaders = ["none", ...studio.catalog.loaders.map((entry) => entry.name)];
    const entry = studio.catalog.loaders.find((entry) => entry.name === theme.loader);
    this.source = element("textarea", { id: "source", spellcheck: "false", "aria-label": "theme.conf", input: () => {
      theme.conf = new ThemeText(this.source.value);
      this.changed();
    } });
    this.source.value = theme.conf.text;
    const only = element("select", { id: "only-mode", change: () => {
      theme.isOnlyMode = only.value === "yes";
      this.show(theme);
      document.getElementById("only-mode").focus();
    } }, element("option", { value: "no" }, "in all modes"), element("option", { value: "yes" }, `only in ${theme.mode}`));
    only.value = theme.isOnlyMode ? "yes" : "no";
    const mode = element("select", { id: "mode", change: () => {
      theme.mode = mode.value;
      this.show(theme);
      document.getElementById("mode").focus();
    } }, ...modes.map((name) => element("option", { value: name }, name)));
    mode.value = theme.mode;
    const keys = studio.catalog.keys.map((key) =>
      this.control(key.name === "loader" ? { ...key, kind: "choice", choices: loaders, standard: "none" } : key, theme.section));
    const parameters = entry?.parameters.map((parameter) => this.control(parameter, theme.loader)) ?? [];
    const chooser = element("input", { type: "file", multiple: true, class: "hidden", tabindex: "-1", "aria-hidden": "true",
      change: async () => {
        await studio.takeDropped(chooser.files);
        chooser.value = "";
      } });
    this.form.replaceChildren(
      element("div", { class: "row" },
        element("label", {}, "Mode ", mode), element("label", {}, "Change ", only)),
      this.findings,
      ...(theme.left.length > 0 ? [group(`Not carried over (${theme.left.length})`, true, element("ul", { id: "left", class: "findings" },
        ...theme.left.map((line) => element("li", { class: "is-fine" }, line))))] : []),
      group("Try it with", true, ...this.trial()),
      group("Look", true, ...keys),
      ...(parameters.length > 0 ? [group(`Loader ${theme.loader}`, false, ...parameters)] : []),
      group("theme.conf", false, this.source),
      group(`Files (${theme.files.size})`, false,
        element("ul", { class: "files" }, ...[...theme.files.keys()].filter((path) => path !== "theme.conf").sort().map((path) =>
          element("li", {}, path, element("button", { type: "button", class: "quiet", "aria-label": `Remove ${path}`,
            click: () => { theme.files.delete(path); this.show(theme); } }, "Remove")))),
        element("button", { type: "button", click: () => chooser.click() }, "Add files…"), chooser));
    this.changed();
  }

  /** Inputs for what loaderd would be told while the theme is shown. */
  trial() {
    const { trial } = this.theme;
    return [["status", "the status line"], ["message", "the message"], ["progress", "the progress, from 0 to 1"]].map(
      ([name, summary]) => new Control(
        { name, id: `trial-${name}`, summary, standard: null, type: "text", kind: name === "progress" ? "fraction" : "text",
          least: 0, most: 1 },
        trial[name] || null, (value) => { trial[name] = value ?? ""; this.studio.update(); }).row);
  }

  /** The control of a key in a section. */
  control(parameter, section) {
    const { theme } = this, inherited = section === theme.mode ? theme.conf.get("Theme", parameter.name) : null;
    const control = new Control(
      { ...parameter, id: `${section}-${parameter.name}`, standard: inherited ?? parameter.standard },
      theme.conf.get(section, parameter.name), (value) => {
        theme.conf.set(section, parameter.name, value);
        this.source.value = theme.conf.text;
        this.changed();
        if (parameter.name === "loader") {
          const { id } = control;
          this.show(theme);
          document.getElementById(id).focus();
        }
      }, (files) => this.studio.takeFiles(files));
    return control.row;
  }

  /** Gives the theme to the renderer, and draws it. */
  changed() {
    this.studio.sendTheme();
    this.studio.update();
  }

  /** Lists what loaderctl check finds. @param {{errors: object[], warnings: string[]}} reply */
  report({ errors, warnings }) {
    const lines = [...errors.map(({ file, line, reason }) => `${file}, line ${line}: ${reason}`), ...warnings];
    this.findings.replaceChildren(...(lines.length > 0 ? lines : ["No problems found"]).map((line) =>
      element("li", { class: lines.length > 0 ? "" : "is-fine" }, line)));
  }
}
