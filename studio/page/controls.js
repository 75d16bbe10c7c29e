"use strict";

/**
 * A parameter of the catalog (Sources/Studio/Control.swift).
 * @typedef {{name: string, id?: string, summary: string, type: string, standard: ?string, kind: string, least?: number, most?: number,
 *   choices?: string[]}} Parameter
 */

/**
 * An element with attributes and children. An attribute that is a function is a listener.
 * @param {string} name @param {Object<string, *>} attributes @param {...(Node|string)} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** #RRGGBB for a colour input; grey if the text is a name or not a colour. @param {string} text */
function sixDigits(text) {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  return /^#[\da-f]{6}([\da-f]{2})?$/i.test(text) ? text.slice(0, 7) : "#808080";
}

/** The control of a parameter: a label, one or two inputs and a button that restores the default. */
class Control {
  /**
   * @param {Parameter} parameter
   * @param {?string} value nil is the default
   * @param {(value: ?string) => void} changed called with the new value; null is the default
   * @param {(files: FileList) => Promise<string>} takeFiles adds files, and returns the value that names them
   */
  constructor(parameter, value, changed, takeFiles) {
    this.parameter = parameter;
    this.changed = changed;
    this.takeFiles = takeFiles;
    this.id = parameter.id ?? `parameter-${parameter.name}`;
    this.reset = element("button", {
      type: "button", class: "quiet", "aria-label": `Default of ${parameter.name}`, title: "Default",
      click: () => { this.set(null); this.main.focus(); },
    }, "↺");
    this.row = element("div", { class: "control", "data-name": parameter.name },
      element("label", { for: this.id }, parameter.name), this.reset,
      element("div", { class: "inputs" }, ...this.inputs()),
      element("p", { class: "hint", id: `${this.id}-hint` }, parameter.summary, element("span", {}, ` ${this.facts()}`)));
    this.main.setAttribute("aria-describedby", `${this.id}-hint`);
    this.value = value;
    this.update();
  }

  /** The type and the default in words. */
  facts() {
    const { type, standard } = this.parameter;
    return standard === null ? `(${type})` : `(${type}; default ${standard})`;
  }

  /** Sets the value, as a change by the user. @param {?string} value */
  set(value) {
    this.value = value === "" ? null : value;
    this.update();
    this.changed(this.value);
  }

  /** The inputs. The first one that has the id is `main`. */
  inputs() {
    const { kind } = this.parameter;
    switch (kind) {
      case "choice": return this.choice();
      case "color": case "optional-color": return this.color();
      case "colors": return this.colors();
      case "seconds": case "points": case "number": case "fraction": return this.number();
      case "font": case "pictures": case "sequence": return this.file();
      default: return [this.text()];
    }
  }

  text(attributes = {}) {
    this.main = element("input", {
      id: this.id, type: "text", spellcheck: "false", placeholder: this.parameter.standard ?? "",
      input: () => this.set(this.main.value), ...attributes,
    });
    this.show = () => { if (this.main.value !== (this.value ?? "")) this.main.value = this.value ?? ""; };
    return this.main;
  }

  choice() {
    const { choices, standard } = this.parameter;
    const options = choices.map((name) => element("option", { value: name }, name));
    if (standard === null) options.unshift(element("option", { value: "" }, "–"));
    this.main = element("select", {
      id: this.id, change: () => this.set(this.main.value === standard ? null : this.main.value),
    }, ...options);
    this.show = () => { this.main.value = this.value ?? standard ?? ""; };
    return [this.main];
  }

  number() {
    const { kind, least, most, standard, name } = this.parameter;
    const isFraction = kind === "fraction", first = parseFloat(standard);
    // A long range would make the slider useless: it ends earlier, the field does not.
    const end = isFraction ? 1 : Math.min(most, Math.max(200, 8 * (first || 0), least * 2));
    const field = this.text({ inputmode: "decimal", class: "number" });
    const slider = element("input", {
      type: "range", min: least, max: kind === "seconds" ? Math.min(end, Math.max(5, 4 * (first || 0))) : end, step: "any",
      "aria-label": `${name}, slider`,
      input: () => this.set(String(Math.round(Number(slider.value) * 100) / 100)),
    });
    const showText = this.show;
    this.show = () => {
      showText();
      const text = this.value ?? standard ?? "", number = parseFloat(text);
      slider.value = Number.isFinite(number) ? (text.endsWith("%") ? number / 100 : number) : least;
    };
    return [slider, field];
  }

  swatch(label, get, set) {
    return element("input", { type: "color", "aria-label": label, value: sixDigits(get()), input: (event) => {
      set(event.target.value.toUpperCase());
    } });
  }

  color() {
    const field = this.text(), current = () => this.value ?? this.parameter.standard ?? "";
    const swatch = this.swatch(`${this.parameter.name}, picker`, current, (color) => this.set(color));
    const showText = this.show;
    this.show = () => {
      showText();
      swatch.value = sixDigits(current());
    };
    return [swatch, field];
  }

  colors() {
    const field = this.text(), swatches = element("div", { class: "swatches" });
    const list = () => (this.value ?? this.parameter.standard ?? "").split(",").map((text) => text.trim()).filter(Boolean);
    const change = (edit) => {
      const colors = list();
      edit(colors);
      this.set(colors.join(","));
    };
    const showText = this.show;
    this.show = () => {
      showText();
      const colors = list(), { name } = this.parameter;
      if (swatches.contains(document.activeElement) && swatches.dataset.count === String(colors.length)) return;
      swatches.dataset.count = colors.length;
      swatches.replaceChildren(
        ...colors.map((color, index) => this.swatch(
          `${name}, colour ${index + 1}`, () => color, (picked) => change((all) => { all[index] = picked; }))),
        element("button", { type: "button", class: "quiet", "aria-label": `Add a colour to ${name}`, title: "Add a colour",
          click: () => change((all) => all.push(all.at(-1) ?? "white")) }, "+"),
        element("button", { type: "button", class: "quiet", "aria-label": `Remove the last colour of ${name}`,
          title: "Remove the last colour", disabled: colors.length < 2, click: () => change((all) => all.pop()) }, "−"));
    };
    return [swatches, field];
  }

  file() {
    const { kind, name } = this.parameter, field = this.text({ placeholder: "none" });
    const chooser = element("input", {
      type: "file", class: "hidden", tabindex: "-1", "aria-hidden": "true", multiple: true,
      accept: kind === "font" ? ".ttf,.otf" : "image/png",
      change: async () => {
        if (chooser.files.length > 0) this.set(await this.takeFiles(chooser.files));
        chooser.value = "";
      },
    });
    const button = element("button", { type: "button", "aria-label": `Choose files for ${name}`,
      click: () => chooser.click() }, kind === "font" ? "Choose fonts…" : "Choose pictures…");
    return [field, button, chooser];
  }

  /** Shows the value in the inputs. */
  update() {
    this.show();
    this.row.classList.toggle("is-set", this.value !== null);
    this.reset.hidden = this.value === null;
  }
}
