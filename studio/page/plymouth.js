"use strict";

/** What cannot be imported, as a sentence. */
class ImportError extends Error {}

/** A .plymouth file. */
class PlymouthSettings {
  /** @param {string} text */
  constructor(text) { this.lines = text.split("\n").map((line) => line.replace(/\r$/, "")); }

  /**
   * The last value of a key, without spaces around it; empty without one. Escape sequences of key files are decoded; a backslash
   * at the end is left out, because it would continue the line in theme.conf.
   * @param {string} section @param {string} key
   */
  value(section, key) {
    let isInside = false, found = "";
    for (const line of this.lines) {
      if (/^\s*\[/.test(line)) {
        isInside = line.trim() === `[${section}]`;
      } else if (isInside && line.includes("=") && line.split("=", 1)[0].trim() === key) {
        const decoded = line.slice(line.indexOf("=") + 1).replace(/\\(.)/g, (_, letter) => "nrst".includes(letter) ? " " : letter);
        found = decoded.replace(/^\s+|[\s\\]+$/g, "");
      }
    }
    return found;
  }
}

/** 0xRRGGBB[AA] as #RRGGBB[AA]; empty for anything else. Leading zeros may be missing. @param {string} text */
function plymouthColor(text) {
  const digits = /^(?:0[xX])?([0-9a-fA-F]{1,8})$/.exec(text)?.[1];
  return digits ? `#${digits.padStart(digits.length <= 6 ? 6 : 8, "0")}` : "";
}

/** A fraction in whole per cent, from 0 to 100; null for anything else. @param {string} text @returns {?number} */
function plymouthPercent(text) {
  return /^[0-9]*\.?[0-9]+$/.test(text) ? Math.floor(Math.min(1, Number(text)) * 100 + 0.5) : null;
}

/** @param {string} path */
function folderName(path) { return path.split("/").filter(Boolean).at(-1) ?? ""; }

/**
 * Makes a theme of one of Plymouth, as packaging/import-plymouth does: studio/check compares the two.
 * @param {Map<string, Uint8Array>} dropped by path: the folder with a .plymouth file, and that of its pictures if it is another
 * @returns {{name: string, files: Map<string, Uint8Array>, left: string[]}} the theme, and what is not carried over
 */
function importPlymouth(dropped) {
  const read = (path) => new PlymouthSettings(new TextDecoder().decode(dropped.get(path)));
  const nameOf = (path) => path.split("/").at(-2) ?? path.slice(0, -".plymouth".length);
  /** The name of the folder with the pictures; empty for the theme's own. */
  const pictures = (path) => {
    const settings = read(path), name = folderName(settings.value(settings.value("Plymouth Theme", "ModuleName"), "ImageDir"));
    return name === nameOf(path) ? "" : name;
  };
  let places = [...dropped.keys()].filter((path) => path.endsWith(".plymouth"));
  // A second theme may be there for its pictures.
  if (places.length > 1) places = places.filter((path) => places.some((other) => pictures(path) === nameOf(other)));
  if (places.length !== 1) throw new ImportError("There is more than one theme of Plymouth: drop one folder");
  const source = places[0].slice(0, places[0].lastIndexOf("/") + 1), name = nameOf(places[0]), settings = read(places[0]);
  const fail = (words) => { throw new ImportError(`${name}: ${words}`); };
  const module = settings.value("Plymouth Theme", "ModuleName"), plugins = PLYMOUTH.plugins[0];
  if (["text", "tribar", "details"].includes(module)) {
    fail(`'${module}' is text only; the theme terminal and the loader console are like it`);
  }
  if (module === "script") fail("'script' is a program; write a theme by hand, see docs/themes.md");
  if (!plugins.includes(module)) fail(`the plugin '${module}' is not known; it can be: ${plugins.join(" ")}`);
  const value = (key) => settings.value(module, key);

  // The pictures may be those of another theme, whose folder is a sibling.
  const directory = value("ImageDir"), other = pictures(places[0]);
  let images = source;
  if (other) {
    images = `${source.split("/").slice(0, -2).concat(other).join("/")}/`;
    if (![...dropped.keys()].some((path) => path.startsWith(images))) {
      throw new ImportError(`${directory}: the folder of the pictures (ImageDir) is not there; drop it together with ${name}`);
    }
  }

  const files = new Map(), left = [], lines = [`# Made by import-plymouth from the theme ${name}.`, "[Theme]"];
  const leave = (words) => left.push(words);
  const put = (key, text) => lines.push(`${key} = ${text}`);
  const has = (file) => dropped.has(images + file);
  const isSet = (key) => lines.some((line) => line.startsWith(`${key} = `));
  /** A length in pixels is one in points; one that a key does not allow is cut. */
  const points = (key, text, least, most) => {
    if (/^[0-9]{1,5}$/.test(text)) put(key, Math.max(least, Math.min(most, Number(text))));
  };
  const picture = (key, file) => {
    if (!has(file)) return;
    files.set(file, dropped.get(images + file));
    put(key, file);
  };

  const top = plymouthColor(value("BackgroundStartColor")), bottom = plymouthColor(value("BackgroundEndColor"));
  if (settings.lines.some((line) => /^UseFirmwareBackground *= *true/.test(line))) {
    leave("the firmware's picture: only its colour is kept");
  } else if (!top) {
    put("background", "black");
    if (module !== "space-flares") {
      leave("the background, which the theme does not set: Plymouth has colours of the distribution");
    }
  } else {
    put("background", !bottom || top === bottom ? top : `${top}, ${bottom}`);
  }

  const align = plymouthPercent(value("VerticalAlignment")), across = plymouthPercent(value("HorizontalAlignment"));
  if (align !== null) put("align", `${align}%`);
  if (across !== null && across !== 50) leave(`HorizontalAlignment ${across}%: everything is in the middle`);

  // A watermark near the lower edge is one; higher up it is what loaderd calls a logo.
  if (has("watermark.png")) {
    const place = plymouthPercent(value("WatermarkVerticalAlignment")) ?? 50;
    picture(place <= 50 ? "logo" : "watermark", "watermark.png");
    if (place <= 25) put("logo-place", "top");
  }
  if (!isSet("logo")) picture("logo", "header-image.png");
  if (module !== "two-step") {
    if (!isSet("logo")) picture("logo", "logo.png");
    if (has("star.png")) leave("star.png: the moving stars");
  }

  // Fonts are names of fontconfig; loaderd takes files. The size at the end counts.
  for (const key of ["TitleFont", "Font"]) {
    const font = value(key);
    if (!font) continue;
    const size = / ([0-9]{1,3})$/.exec(font)?.[1] ?? "";
    for (const part of key === "Font" ? ["subtitle", "status", "message"] : ["title"]) points(`${part}-size`, size, 4, 200);
    leave(`${key} '${font}': put its file into the folder and add font = FILE`);
  }

  for (const [key, kind, own, least, most] of PLYMOUTH.keys) {
    const color = kind === "color" ? plymouthColor(value(key)) : "";
    if (color) put(own, color);
    if (kind === "points") points(own, value(key), Number(least), Number(most));
  }
  const place = plymouthPercent(value("ProgressBarVerticalAlignment"));
  if (place !== null) {
    if (place >= 85 || place <= 15) put("bar-place", place >= 85 ? "bottom" : "top");
    else leave(`ProgressBarVerticalAlignment ${place}%: the bar is below the title`);
  }

  // The throbber is shown all the time, once around in 2 s; without one the animation, which Plymouth shows at the end with
  // 30 frames a second.
  let section = null;
  for (const prefix of ["throbber-", "animation-", "progress-"]) {
    const frames = [...dropped.keys()].filter((path) => path.startsWith(images + prefix))
      .map((path) => path.slice(images.length)).filter((file) => /^[a-z]+-[0-9][^/]*\.png$/.test(file))
      .sort((one, next) => one.localeCompare(next, "en", { numeric: true }));
    const count = frames.length, sizes = new Set(frames.map((file) => dropped.get(images + file).slice(16, 24).join()));
    if (count === 0) continue;
    if (section) {
      leave(`${prefix}*.png (${count}): only the throbber is shown`);
    } else if (prefix === "progress-") {
      leave(`${prefix}*.png (${count}): frames that follow the progress; the loader spinner is shown in their place`);
    } else if (count > 600 || sizes.size !== 1) {
      leave(`${prefix}*.png (${count}): more than 600, or not all of one size; the loader spinner is shown in their place`);
    } else {
      const number = (index) => String(index).padStart(4, "0");
      frames.forEach((file, index) => files.set(`${prefix}${number(index + 1)}.png`, dropped.get(images + file)));
      const fps = prefix === "throbber-" ? (count > 120 ? 60 : count / 2) : 30;
      if (prefix !== "throbber-") leave(`${prefix}*.png is repeated all the time; Plymouth shows it at the end`);
      section = ["", "[frames]", `pictures = ${prefix}{0001..${number(count)}}.png`, `fps = ${fps}`];
    }
  }
  put("loader", section ? "frames" : "spinner");
  // Plymouth's texts are white.
  for (const part of ["title", "subtitle", "status", "message"]) put(`${part}-color`, "white");
  lines.push(...section ?? []);

  for (const [key, mode] of PLYMOUTH.modes[0].map((pair) => pair.split(":"))) {
    const title = settings.value(key, "Title"), subtitle = settings.value(key, "SubTitle");
    const own = [title && `title = ${title}`, subtitle && `subtitle = ${subtitle}`,
      settings.value(key, "ProgressBarShowPercentComplete") === "true" && "percent = yes"].filter(Boolean);
    if (own.length > 0) lines.push("", `[${mode}]`, ...own);
    if (settings.value(key, "UseEndAnimation") === "true") leave(`UseEndAnimation in [${key}]`);
    // The bar of an update comes with its progress.
    if (settings.value(key, "UseProgressBar") === "true") {
      if (key === "boot-up") leave("UseProgressBar: estimate = yes in section [Progress] of loaderd.conf");
      if (key === "shutdown" || key === "reboot") leave(`UseProgressBar in [${key}]`);
    }
  }
  if (settings.value("system-upgrade", "Title")) leave("[system-upgrade]: loaderd has the mode update for it");

  for (const file of PLYMOUTH.backgrounds[0]) {
    if (has(file)) leave(`${file}: add background = FILE for a picture that covers the display`);
  }
  if (PLYMOUTH.dialogs[0].some((file) => has(`${file}.png`))) {
    leave("bullet, entry, lock and the like: passwords are asked on the text console");
  }
  const transition = value("Transition");
  if (transition && transition !== "none") leave(`Transition ${transition}: texts and loaders fade`);

  files.set("theme.conf", new TextEncoder().encode(`${lines.join("\n")}\n`));
  return { name, files, left };
}
