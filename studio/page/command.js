"use strict";

/**
 * What is drawn: a loader, its text and parameters, and options of `loaderctl render`, all as text.
 * @typedef {{loader: string, text: string, parameters: Object<string, string>, options: Object<string, string>,
 *   time: number}} Frame
 */

/** Options of `loaderctl render`. A parameter with the same name is given with --set. */
const RENDER_OPTIONS = ["at", "background", "duration", "format", "fps", "o", "rotate", "screen", "set", "size", "text"];

/** A word for the shell. @param {string} word */
function quoted(word) {
  if (/^[\w%+,./:=@-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Time in seconds, in whole milliseconds as a device has it. @param {number} seconds */
function seconds(seconds) {
  return String(Math.round(seconds * 1000) / 1000);
}

/** The words of a loader's text and parameters. @param {Frame} frame @param {string[]} taken names of other options */
function loaderWords(frame, taken) {
  const words = [quoted(frame.loader)];
  if (frame.text) words.push(`--text=${quoted(frame.text)}`);
  for (const [name, value] of Object.entries(frame.parameters)) {
    if (taken.includes(name)) words.push(`--set ${quoted(`${name}=${value}`)}`);
    else words.push(`--${name}=${quoted(value)}`);
  }
  return words;
}

/** The command that draws a frame. @param {Frame} frame */
function renderCommand(frame) {
  const words = ["loaderctl render", ...loaderWords(frame, RENDER_OPTIONS)];
  for (const [name, value] of Object.entries(frame.options)) words.push(`--${name}=${quoted(value)}`);
  return [...words, `--at ${seconds(frame.time)}`, "-o frame.png"].join(" ");
}

/** The commands that install a downloaded theme on a device and show it. @param {string} name */
function installCommand(name) {
  const folder = quoted(name);
  return `unzip ${folder}.zip -d /usr/share/loaderd/themes\n# in section [Screen] of /etc/loaderd.conf: theme = ${name}\nloaderctl reload`;
}

/** The command that shows a loader on a device. @param {Frame} frame */
function showCommand(frame) {
  return ["loaderctl show", ...loaderWords(frame, [])].join(" ");
}
