"use strict";

/** Adds a file. @param {string} name @param {string} data in hexadecimal digits */
function addFileForTest(name, data) {
  studio.renderer.addFile(name, Uint8Array.from(data.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
}

/** Draws a frame on a canvas and reads it back: width, height and SHA-256 of its pixels, or the sentence of an error. */
async function drawForTest(frame) {
  studio.stage.play(false);
  const size = studio.renderer.call({ call: "show", ...frame });
  if (size.error) return size.error;
  const canvas = new OffscreenCanvas(size.width, size.height), context = canvas.getContext("2d");
  const drawn = studio.renderer.draw(Number(seconds(frame.time)), size.width, size.height);
  context.putImageData(drawn, 0, 0);
  const read = context.getImageData(0, 0, size.width, size.height).data;
  // A canvas keeps premultiplied pixels, which loses bits of transparent ones: those are compared as they were drawn.
  const isOpaque = !frame.options.background?.match(/transparent|#\w{8}/);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", isOpaque ? read : drawn.data));
  return [size.width, size.height, Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")];
}

/** Draws a frame of a theme: width, height and SHA-256 of its pixels, or the sentence of an error. */
async function drawThemeForTest(name, mode, size, time) {
  studio.stage.play(false);
  studio.themes.get(name).mode = mode;
  studio.chooseTheme(name);
  const shown = studio.renderer.call({ call: "theme", mode, options: { screen: size } });
  if (shown.error) return shown.error;
  const drawn = studio.renderer.draw(time, shown.width, shown.height);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", drawn.data));
  return [shown.width, shown.height, Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")];
}
