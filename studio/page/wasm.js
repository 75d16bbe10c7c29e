"use strict";

/** The renderer of loaderd, compiled to WebAssembly. */
class Renderer {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** The files that were added, for a new instance after a trap. @type {Map<string, Uint8Array>} */
    this.files = new Map();
    this.start();
  }

  /** Unpacks and compiles the renderer. @returns {Promise<Renderer>} */
  static async load() {
    const packed = Uint8Array.from(atob(RENDERER), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Renderer(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
  }

  /** Makes an instance. Its memory is new. */
  start() {
    const imports = {};
    // wasi-libc refers to calls of the system; there is no system, so each fails with EBADF.
    for (const { module, name } of WebAssembly.Module.imports(this.module)) {
      imports[module] ??= {};
      imports[module][name] = () => 8;
    }
    this.exports = new WebAssembly.Instance(this.module, imports).exports;
    this.exports._initialize();
    this.studio = this.exports.studio_create();
    for (const [path, bytes] of this.files) this.sendFile(path, bytes);
  }

  /**
   * Runs `body`. A trap leaves the memory of an instance unusable: the next call gets a new one.
   * @template T
   * @param {() => T} body
   * @returns {T}
   */
  guard(body) {
    try {
      return body();
    } catch (error) {
      this.start();
      throw new Error(`the renderer cannot draw this (${error.message})`);
    }
  }

  /** @param {Uint8Array} bytes */
  sendInput(bytes) {
    const address = this.exports.studio_input(this.studio, bytes.length);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
  }

  sendCall(call) {
    this.sendInput(new TextEncoder().encode(JSON.stringify(call)));
    const size = this.exports.studio_call(this.studio), start = this.exports.studio_reply(this.studio);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, start, size)));
  }

  sendFile(path, bytes) {
    this.sendCall({ call: "file", path });
    this.sendInput(bytes);
    this.exports.studio_add(this.studio);
  }

  /**
   * Calls the studio (Sources/Studio/Studio.swift).
   * @param {object} call
   * @returns {object} the reply; its member `error` is the sentence of a call that was refused
   */
  call(call) {
    return this.guard(() => this.sendCall(call));
  }

  /** Adds a file that parameters and themes can name. @param {string} path @param {Uint8Array} bytes */
  addFile(path, bytes) {
    this.guard(() => this.sendFile(path, bytes));
    this.files.set(path, bytes);
  }

  /** @param {string} path */
  removeFile(path) {
    this.files.delete(path);
    this.call({ call: "remove", path });
  }

  /**
   * Encodes what was shown last as an animated PNG.
   * @param {number} frames @param {number} rate frames per second
   * @returns {Uint8Array}
   */
  encode(frames, rate) {
    return this.guard(() => {
      const { size, error } = this.sendCall({ call: "animation", frames, rate });
      if (error) throw new Error(error);
      return new Uint8Array(this.exports.memory.buffer, this.exports.studio_file(this.studio), size).slice();
    });
  }

  /**
   * Draws a frame of what was shown last.
   * @param {number} seconds @param {number} width @param {number} height the size that `show` returned
   * @returns {ImageData}
   */
  draw(seconds, width, height) {
    return this.guard(() => {
      const start = this.exports.studio_draw(this.studio, seconds);
      return new ImageData(
        new Uint8ClampedArray(this.exports.memory.buffer, start, width * height * 4), width, height);
    });
  }
}
