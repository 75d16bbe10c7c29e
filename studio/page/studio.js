"use strict";

/** The page: what is chosen, and the parts that show it. */
class Studio {
  /** @param {Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    /** All loaders with the controls of their parameters. */
    this.catalog = renderer.call({ call: "catalog" });
    /** Text and parameters of each loader; null is its own text. @type {Object<string, {text: ?string, parameters: Object}>} */
    this.looks = {};
    this.loader = this.catalog.loaders[0].name;
    /** The theme that is shown instead of a loader; null for a loader. @type {?Theme} */
    this.theme = null;
    /** The themes that were opened, with what the user has changed. @type {Map<string, Theme>} */
    this.themes = new Map(Object.keys(THEMES).map((name) => [name, Theme.builtIn(name)]));
    this.editor = new ThemeEditor(this);
    this.stage = new Stage((time) => this.draw(time));
    this.stage.moved = () => this.showCommands();
    this.makeLists();
    this.makeThemeControls();
    this.choose(this.loader);
    document.getElementById("state").textContent = "";
    this.stage.play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.isReady = true;
    if (location.hash === "#follow") this.follow();
  }

  /** The text and the parameters of the chosen loader. */
  get look() {
    return this.looks[this.loader] ??= { text: null, parameters: {} };
  }

  get entry() {
    return this.catalog.loaders.find((entry) => entry.name === this.loader);
  }

  /** The text of a loader whose text the user has not changed. */
  get standardText() {
    return this.entry.needsText ? "Thinking…" : "";
  }

  /** What is drawn now. @returns {Frame} */
  get frame() {
    const options = {}, value = (id) => document.getElementById(id).value;
    const display = DISPLAYS[Number(value("display"))];
    if (value("display") !== "alone") {
      options.screen = display ? `${display[1]}x${display[2]}` : `${value("width")}x${value("height")}`;
    }
    if (value("format") !== "xrgb8888") options.format = value("format");
    if (value("rotate") !== "0") options.rotate = value("rotate");
    const { text, parameters } = this.look;
    return { loader: this.loader, text: text ?? this.standardText, parameters, options, time: this.stage.time };
  }

  makeLists() {
    const loaders = document.getElementById("loaders");
    for (const { name, summary } of this.catalog.loaders) {
      loaders.append(element("label", { class: "look" },
        element("input", { type: "radio", name: "loader", value: name, change: () => this.choose(name) }),
        element("span", {}, name), element("small", {}, summary)));
    }
    const display = document.getElementById("display"), format = document.getElementById("format");
    DISPLAYS.forEach(([name], index) => display.append(element("option", { value: index }, name)));
    display.append(element("option", { value: "own" }, "Another size…"), element("option", { value: "alone" }, "The loader alone"));
    display.value = 4;
    for (const [name, meaning] of FORMATS) format.append(element("option", { value: name }, `${meaning} (${name})`));
    display.addEventListener("change", () => {
      document.getElementById("own-size").hidden = display.value !== "own";
      format.value = DISPLAYS[Number(display.value)]?.[3] ?? "xrgb8888";
      this.update();
    });
    for (const id of ["format", "rotate", "width", "height"]) {
      document.getElementById(id).addEventListener("input", () => this.update());
    }
    document.getElementById("reset").addEventListener("click", () => {
      if (this.theme) {
        this.themes.set(this.theme.name, Theme.builtIn(this.theme.name));
        return this.chooseTheme(this.theme.name);
      }
      delete this.looks[this.loader];
      this.choose(this.loader);
    });
    for (const button of document.querySelectorAll("[data-copies]")) {
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
        document.getElementById("state").textContent = "The command is copied.";
      });
    }
    document.addEventListener("keydown", (event) => {
      if (event.key !== " " || event.target.closest("input, select, textarea, button, a, summary")) return;
      event.preventDefault();
      this.stage.play(!this.stage.isPlaying);
    });
  }

  /** Shows a loader. @param {string} name */
  choose(name) {
    this.loader = name;
    this.setTheme(null);
    document.querySelector(`#loaders [value="${name}"]`).checked = true;
    document.getElementById("parameters-title").textContent = name;
    document.getElementById("summary").textContent = this.entry.summary;
    const look = this.look;
    const text = { name: "text", kind: "text", type: "text", standard: this.standardText || null, summary: "what it says" };
    const controls = [new Control(text, look.text, (value) => {
      look.text = value;
      this.update();
    })];
    for (const parameter of this.entry.parameters) {
      controls.push(new Control(parameter, look.parameters[parameter.name] ?? null, (value) => {
        if (value === null) delete look.parameters[parameter.name];
        else look.parameters[parameter.name] = value;
        this.update();
      }, (files) => this.takeFiles(files)));
    }
    document.getElementById("parameters").replaceChildren(...controls.map((control) => control.row));
    this.update();
  }

  /** Shows the controls of a theme, or those of loaders. @param {?Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    for (const input of document.querySelectorAll("#themes input")) input.checked = input.value === theme?.name;
    for (const input of theme ? document.querySelectorAll("#loaders input") : []) input.checked = false;
    for (const id of ["editor", "findings", "download"]) document.getElementById(id).hidden = !theme;
    document.getElementById("parameters").hidden = theme !== null;
    document.getElementById("reset").hidden = theme !== null && !THEMES[theme.name];
    document.getElementById("show-title").textContent = theme ? "Use the downloaded theme on a device" : "Show it on a device";
    document.getElementById("render-title").textContent = theme ? "Check it there" : "Draw this frame";
  }

  /** Shows a theme. @param {string} name */
  chooseTheme(name) {
    this.setTheme(this.themes.get(name));
    if (document.getElementById("display").value === "alone") document.getElementById("display").value = 4;
    document.getElementById("parameters-title").textContent = name;
    document.getElementById("summary").textContent = "A theme: everything on the screen, in each mode.";
    this.editor.show(this.theme);
  }

  makeThemeControls() {
    for (const name of this.themes.keys()) this.listTheme(name);
    const folder = document.getElementById("folder");
    document.getElementById("open").addEventListener("click", () => folder.click());
    folder.addEventListener("change", async () => {
      await this.takeDropped(folder.files);
      folder.value = "";
    });
    document.getElementById("download").addEventListener("click", () => save(this.theme.archive, `${this.theme.name}.zip`));
    document.getElementById("animation").addEventListener("click", () => this.saveAnimation());
    const view = document.getElementById("view");
    for (const name of ["dragover", "dragleave", "drop"]) {
      document.addEventListener(name, (event) => {
        event.preventDefault();
        view.classList.toggle("is-target", name === "dragover");
        if (name === "drop") droppedFiles(event.dataTransfer).then((files) => this.takeDropped(files));
      });
    }
  }

  /** Adds a theme to the list. @param {string} name */
  listTheme(name) {
    document.getElementById("themes").append(element("label", { class: "look" },
      element("input", { type: "radio", name: "theme", value: name, change: () => this.chooseTheme(name) }),
      element("span", {}, name)));
  }

  /**
   * Takes dropped files: a folder with theme.conf is a theme; other files belong to what is shown, which then uses them.
   * @param {Iterable<File>} dropped
   */
  async takeDropped(dropped) {
    const files = new Map(), path = (file) => file.path ?? (file.webkitRelativePath || file.name);
    for (const file of dropped) files.set(path(file), new Uint8Array(await file.arrayBuffer()));
    const conf = [...files.keys()].find((path) => path.split("/").at(-1) === "theme.conf");
    if (conf !== undefined) {
      const folder = conf.slice(0, -"theme.conf".length), name = folder.split("/").at(-2) ?? "own";
      const own = [...files].filter(([path]) => path.startsWith(folder)).map(([path, bytes]) => [path.slice(folder.length), bytes]);
      return this.openTheme(new Theme(name, new Map(own)));
    }
    if ([...files.keys()].some((path) => path.endsWith(".plymouth"))) {
      try {
        const { name, files: own, left } = importPlymouth(files), theme = new Theme(name, own);
        theme.left = left;
        this.openTheme(theme);
        return this.say(`${name} is made of a theme of Plymouth.`);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        return this.say(error.message);
      }
    }
    const names = [...files.keys()].map((path) => path.split("/").at(-1)).sort(
      (left, right) => left.localeCompare(right, "en", { numeric: true }));
    const font = names.find((name) => /\.(ttf|otf)$/i.test(name)), pictures = names.filter((name) => /\.png$/i.test(name));
    if (!font && pictures.length === 0) return this.say("Drop the folder of a theme, PNG pictures, or a font (.ttf, .otf).");
    for (const [path, bytes] of files) {
      const name = path.split("/").at(-1);
      if (this.theme) this.theme.files.set(name, bytes);
      else this.renderer.addFile(name, bytes);
    }
    if (this.theme) {
      const { conf } = this.theme;
      if (font) conf.set("Theme", "font", font);
      if (pictures.length > 1 && !pictures.some((name) => name.includes("@"))) {
        conf.set("Theme", "loader", "frames");
        conf.set("frames", "pictures", pictures.join(","));
      } else if (pictures.length > 0) {
        conf.set("Theme", "logo", pictures.find((name) => !name.includes("@")) ?? pictures[0]);
      }
      this.editor.show(this.theme);
    } else {
      const parameter = (...kinds) => this.entry.parameters.find(({ kind }) => kinds.includes(kind));
      if (pictures.length > 0 && !parameter("pictures", "sequence")) this.choose(pictures.length > 1 ? "frames" : "logo");
      const target = pictures.length > 0 ? parameter("pictures", "sequence") : parameter("font");
      if (!target) return this.say(`${this.loader} has no parameter for this file.`);
      this.look.parameters[target.name] = pictures.length > 0 ? pictures.join(",") : font;
      this.choose(this.loader);
    }
    this.say(`Added: ${names.join(", ")}`);
  }

  /** Adds a theme, or replaces the one with its name, and shows it. @param {Theme} theme */
  openTheme(theme) {
    if (!this.themes.has(theme.name)) this.listTheme(theme.name);
    this.themes.set(theme.name, theme);
    this.chooseTheme(theme.name);
  }

  /** Shows the theme that studio/preview serves, again after each change of its files. */
  async follow() {
    for (let number = 0; ;) {
      const served = await fetch(`theme.json?${number}`).then((reply) => reply.json()).catch(() => null);
      if (!served) return this.say("The preview has ended.");
      if (served.number === number) continue;
      number = served.number;
      const theme = Theme.decoded(served.name, served.files), before = this.themes.get(served.name);
      if (before) ({ mode: theme.mode, isOnlyMode: theme.isOnlyMode, trial: theme.trial } = before);
      this.openTheme(theme);
    }
  }

  /** @param {string} sentence */
  say(sentence) { document.getElementById("state").textContent = sentence; }

  /** Saves four seconds as an animated PNG. */
  async saveAnimation() {
    this.say("Encoding 4 s at 30 frames per second…");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const bytes = this.renderer.encode(120, 30), name = this.theme?.name ?? this.loader;
    save(new Blob([bytes], { type: "image/apng" }), `${name}.apng`);
    this.say(`${name}.apng: ${Math.ceil(bytes.length / 1024)} KB`);
  }

  /** Gives the files of the theme to the renderer. */
  sendTheme() {
    for (const path of this.sent ?? []) this.renderer.removeFile(path);
    const files = [...this.theme.all].map(([path, bytes]) => [`theme/${path}`, bytes]);
    for (const [path, bytes] of files) this.renderer.addFile(path, bytes);
    this.sent = files.map(([path]) => path);
  }

  /** Adds files, and returns their names separated by commas. @param {Iterable<File>} files */
  async takeFiles(files) {
    const names = [];
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (this.theme) this.theme.files.set(file.name, bytes);
      else this.renderer.addFile(file.name, bytes);
      names.push(file.name);
    }
    return names.sort((left, right) => left.localeCompare(right, "en", { numeric: true })).join(",");
  }

  /** Asks the renderer for what is chosen, and draws it. */
  update() {
    const problem = document.getElementById("problem");
    let reply;
    try {
      reply = this.renderer.call(this.theme ? this.themeCall : { call: "show", ...this.frame });
    } catch (error) {
      reply = { error: error.message };
    }
    if (this.theme && !reply.error) this.editor.report(reply);
    const sentences = reply.error ? [reply.error] : reply.problems ?? [];
    problem.hidden = sentences.length === 0;
    problem.textContent = sentences.join("\n");
    if (!reply.error) {
      this.size = reply;
      this.stage.resize(reply.width, reply.height);
      this.stage.paint();
    } else {
      this.size = null;
    }
    this.showCommands();
  }

  /** The call that prepares the frames of the theme. */
  get themeCall() {
    const { mode, trial } = this.theme, { options } = this.frame;
    const given = Object.fromEntries(Object.entries(trial).filter(([, value]) => value !== ""));
    return { call: "theme", mode, options: { screen: "800x480", ...options }, ...given };
  }

  /** @param {number} time @returns {?ImageData} */
  draw(time) {
    return this.size ? this.renderer.draw(time, this.size.width, this.size.height) : null;
  }

  showCommands() {
    const frame = this.frame;
    if (this.theme) {
      document.getElementById("show-command").textContent = installCommand(this.theme.name);
      document.getElementById("render-command").textContent = `loaderctl check ${quoted(this.theme.name)}`;
      return;
    }
    document.getElementById("show-command").textContent = showCommand(frame);
    document.getElementById("render-command").textContent = renderCommand(frame);
  }
}

/** The dropped files, also those in folders, each with its path. @param {DataTransfer} transfer @returns {Promise<File[]>} */
async function droppedFiles(transfer) {
  const files = [];
  const walk = async (entry) => {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      file.path = entry.fullPath.replace(/^\//, "");
      files.push(file);
      return;
    }
    const reader = entry.createReader();
    for (let part; (part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))).length > 0;) {
      for (const child of part) await walk(child);
    }
  };
  // The entries are gone after the first await.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  for (const entry of entries) await walk(entry);
  return files;
}

/** @type {Studio} */
let studio;
Renderer.load().then((renderer) => { studio = new Studio(renderer); }).catch((error) => {
  document.getElementById("state").textContent = `The renderer does not start: ${error.message}`;
  throw error;
});
