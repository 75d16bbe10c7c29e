"use strict";

/** Displays: the name, and the size in pixels. Without a size the loader is drawn alone, or the size is the user's. */
const DISPLAYS = [
  ["128 × 64 OLED, 1 bit", 128, 64, "r1"],
  ["240 × 240 watch", 240, 240, "rgb565"],
  ["320 × 240 HMI", 320, 240, "rgb565"],
  ["480 × 272 panel", 480, 272, "rgb565"],
  ["800 × 480 panel", 800, 480],
  ["1024 × 600 panel", 1024, 600],
  ["1280 × 800 tablet", 1280, 800],
  ["720 × 1280 phone", 720, 1280],
  ["1366 × 768 laptop", 1366, 768],
  ["1920 × 1080 Full HD", 1920, 1080],
  ["2560 × 1440", 2560, 1440],
  ["3840 × 2160 4K", 3840, 2160],
];

/** Pixel formats that look different (drm_fourcc.h, in small letters). */
const FORMATS = [
  ["xrgb8888", "24-bit colour"], ["rgb565", "16-bit colour"], ["xrgb2101010", "30-bit colour"], ["r8", "8-bit grey"],
  ["r1", "1 bit"], ["d1", "1 bit, inverted"], ["r2", "2 bits"],
];

/** The length of the time line in seconds. Longer times wrap around. */
const SPAN = 12;

/** The canvas with its controls of time. */
class Stage {
  /** @param {(time: number) => ?ImageData} draw */
  constructor(draw) {
    this.draw = draw;
    this.canvas = document.getElementById("canvas");
    this.context = this.canvas.getContext("2d");
    this.view = document.getElementById("view");
    this.playButton = document.getElementById("play");
    this.scrub = document.getElementById("scrub");
    this.timeLabel = document.getElementById("time");
    this.rateLabel = document.getElementById("rate");
    this.time = 0;
    this.isPlaying = false;
    this.frames = [];
    this.playButton.addEventListener("click", () => this.play(!this.isPlaying));
    this.scrub.addEventListener("input", () => {
      this.play(false);
      this.seek(Math.floor(this.time / SPAN) * SPAN + Number(this.scrub.value));
    });
    new ResizeObserver(() => this.fit()).observe(this.view);
    this.play(false);
  }

  /** Sets the size of the display in pixels. */
  resize(width, height) {
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.fit();
  }

  /** Makes the canvas as large as the view allows. A small display is enlarged by a whole number. */
  fit() {
    const { width, height } = this.canvas, density = window.devicePixelRatio || 1;
    const space = Math.min((this.view.clientWidth - 48) / width, (this.view.clientHeight - 48) / height);
    const pixels = space * density;
    const factor = pixels >= 1 ? Math.min(8, Math.floor(pixels)) / density : Math.max(space, 0.01);
    this.canvas.style.width = `${width * factor}px`;
    this.canvas.style.height = `${height * factor}px`;
    this.canvas.classList.toggle("is-enlarged", pixels >= 2);
  }

  /** Draws the frame of now. */
  paint() {
    const start = performance.now(), picture = this.draw(this.time);
    if (picture) this.context.putImageData(picture, 0, 0);
    this.measure(performance.now() - start);
    const text = `${this.time.toFixed(3)} s`;
    this.timeLabel.value = text;
    this.scrub.value = this.time % SPAN;
    this.scrub.setAttribute("aria-valuetext", text);
  }

  /** Shows the frames of the last second and the time that one takes. */
  measure(cost) {
    const now = performance.now();
    this.frames.push({ now, cost });
    this.frames = this.frames.filter((frame) => now - frame.now < 1000);
    if (now - (this.measured ?? 0) < 500) return;
    this.measured = now;
    const mean = this.frames.reduce((sum, frame) => sum + frame.cost, 0) / this.frames.length;
    this.rateLabel.textContent = `${this.isPlaying ? `${this.frames.length} fps, ` : ""}${mean.toFixed(1)} ms a frame`;
  }

  /** @param {number} time in seconds */
  seek(time) {
    this.time = Math.max(0, Math.round(time * 1000) / 1000);
    this.paint();
    this.moved?.();
  }

  /** @param {boolean} isPlaying */
  play(isPlaying) {
    this.isPlaying = isPlaying;
    this.playButton.querySelector("span").textContent = isPlaying ? "Pause" : "Play";
    this.playButton.querySelector("path").setAttribute("d", isPlaying ? "M3 2h4v12H3zM9 2h4v12H9z" : "M4 2l10 6-10 6z");
    cancelAnimationFrame(this.request);
    if (!isPlaying) return this.moved?.();
    let last = performance.now();
    const step = (now) => {
      this.time += Math.max(0, now - last) / 1000;
      last = now;
      this.paint();
      this.request = requestAnimationFrame(step);
    };
    this.request = requestAnimationFrame(step);
  }
}
