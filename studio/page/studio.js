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
    this.stage = new Stage((time) => this.draw(time));
    this.stage.moved = () => this.showCommands();
    this.makeLists();
    this.choose(this.loader);
    document.getElementById("state").textContent = "";
    this.stage.play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.isReady = true;
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

  /** Adds files, and returns their names separated by commas. @param {Iterable<File>} files */
  async takeFiles(files) {
    const names = [];
    for (const file of files) {
      this.renderer.addFile(file.name, new Uint8Array(await file.arrayBuffer()));
      names.push(file.name);
    }
    return names.sort((left, right) => left.localeCompare(right, "en", { numeric: true })).join(",");
  }

  /** Asks the renderer for what is chosen, and draws it. */
  update() {
    const problem = document.getElementById("problem");
    let reply;
    try {
      reply = this.renderer.call({ call: "show", ...this.frame });
    } catch (error) {
      reply = { error: error.message };
    }
    const sentences = reply.error ? [reply.error] : reply.complaints;
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

  /** @param {number} time @returns {?ImageData} */
  draw(time) {
    return this.size ? this.renderer.draw(time, this.size.width, this.size.height) : null;
  }

  showCommands() {
    const frame = this.frame;
    document.getElementById("show-command").textContent = showCommand(frame);
    document.getElementById("render-command").textContent = renderCommand(frame);
  }
}

/** @type {Studio} */
let studio;
Renderer.load().then((renderer) => { studio = new Studio(renderer); }).catch((error) => {
  document.getElementById("state").textContent = `The renderer does not start: ${error.message}`;
  throw error;
});
