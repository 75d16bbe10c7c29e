// The operations of board/bench as pixman and cairo draw them, and main, which runs all of them below callgrind.
// All have the same inputs, which cairo draws: a screen of 1024x768, a text of 500x60, two pictures of 256x256.
// Prints the bytes of the PNG files; callgrind writes a dump for each measurement, with its name.
#include <cairo.h>
#include <math.h>
#include <pixman.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

enum { WIDTH = 1024, HEIGHT = 768, TEXT_WIDTH = 500, TEXT_HEIGHT = 60, SIDE = 256, DISCS = 9 };

// Operations.swift
void bench_prepare(uint32_t *screen, const uint8_t *text, const uint32_t *pictures);
void bench_draw(int operation, bool is_empty);
void bench_convert(void *buffer);
long bench_png(void);

static uint32_t screen[WIDTH * HEIGHT], pictures[2][SIDE * SIDE];
static uint16_t converted[WIDTH * HEIGHT];
static uint8_t text[TEXT_WIDTH * TEXT_HEIGHT], corners[500 * 80], disc[24 * 24];
static pixman_image_t *pixman_screen, *pixman_text, *pixman_corners, *pixman_disc, *pixman_picture[2];
static pixman_image_t *solid, *translucent, *gradient, *pixman_converted;
static cairo_surface_t *cairo_screen, *cairo_text, *cairo_picture[2];
static cairo_pattern_t *cairo_gradient;
static cairo_t *context;

static double disc_x(int index) { return 210.3 + index * 40.1; }

static cairo_surface_t *surface(void *pixels, cairo_format_t format, int width, int height, int stride) {
  return cairo_image_surface_create_for_data(pixels, format, width, height, stride);
}

static pixman_image_t *image(pixman_format_code_t format, void *pixels, int width, int height, int stride) {
  return pixman_image_create_bits(format, width, height, pixels, stride);
}

static void add_rounded_box(cairo_t *cairo, double x, double y, double width, double height, double radius) {
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, x + width - radius, y + radius, radius, -M_PI / 2, 0);
  cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, M_PI / 2);
  cairo_arc(cairo, x + radius, y + height - radius, radius, M_PI / 2, M_PI);
  cairo_arc(cairo, x + radius, y + radius, radius, M_PI, 3 * M_PI / 2);
  cairo_close_path(cairo);
}

static void draw_inputs(void) {
  // Strokes in place of letters, so that the machine's fonts do not matter.
  cairo_text = surface(text, CAIRO_FORMAT_A8, TEXT_WIDTH, TEXT_HEIGHT, TEXT_WIDTH);
  cairo_t *cairo = cairo_create(cairo_text);
  cairo_set_line_width(cairo, 7);
  for (int index = 0; index < 17; index++) {
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, 20 + index * 28.3, 32 + index % 3, 11, index, index + 5);
    cairo_stroke(cairo);
  }
  cairo_destroy(cairo);
  cairo_surface_t *mask = surface(corners, CAIRO_FORMAT_A8, 500, 80, 500);
  cairo = cairo_create(mask);
  add_rounded_box(cairo, 0, 0, 500, 80, 16);
  cairo_fill(cairo);
  cairo_destroy(cairo);
  cairo_surface_destroy(mask);
  mask = surface(disc, CAIRO_FORMAT_A8, 21, 21, 24);
  cairo = cairo_create(mask);
  cairo_arc(cairo, 10.3, 10.6, 10, 0, 2 * M_PI);
  cairo_fill(cairo);
  cairo_destroy(cairo);
  cairo_surface_destroy(mask);
  // A logo: a disc on transparent pixels. The other picture is translucent everywhere.
  for (int index = 0; index < 2; index++) {
    cairo_picture[index] = surface(pictures[index], CAIRO_FORMAT_ARGB32, SIDE, SIDE, SIDE * 4);
    cairo = cairo_create(cairo_picture[index]);
    cairo_pattern_t *pattern = cairo_pattern_create_radial(100, 90, 10, 128, 128, 110);
    cairo_pattern_add_color_stop_rgba(pattern, 0, 1, .9, .4, index ? .3 : 1);
    cairo_pattern_add_color_stop_rgba(pattern, 1, .8, .2, .1, index ? .7 : 1);
    cairo_set_source(cairo, pattern);
    if (index) cairo_paint(cairo);
    cairo_arc(cairo, 128, 128, 104, 0, 2 * M_PI);
    if (!index) cairo_fill(cairo);
    cairo_pattern_destroy(pattern);
    cairo_destroy(cairo);
    cairo_surface_flush(cairo_picture[index]);
  }
  cairo_surface_flush(cairo_text);
}

static void prepare(void) {
  draw_inputs();
  pixman_screen = image(PIXMAN_x8r8g8b8, screen, WIDTH, HEIGHT, WIDTH * 4);
  pixman_converted = image(PIXMAN_r5g6b5, converted, WIDTH, HEIGHT, WIDTH * 2);
  pixman_text = image(PIXMAN_a8, text, TEXT_WIDTH, TEXT_HEIGHT, TEXT_WIDTH);
  pixman_corners = image(PIXMAN_a8, corners, 500, 80, 500);
  pixman_disc = image(PIXMAN_a8, disc, 21, 21, 24);
  for (int index = 0; index < 2; index++)
    pixman_picture[index] = image(PIXMAN_a8r8g8b8, pictures[index], SIDE, SIDE, SIDE * 4);
  solid = pixman_image_create_solid_fill(&(pixman_color_t){0x3D3D, 0xAEAE, 0xE9E9, 0xFFFF});
  translucent = pixman_image_create_solid_fill(&(pixman_color_t){0x2B00, 0x7A00, 0xA300, 0xB4B4});
  const pixman_gradient_stop_t stops[] = {
      {0, {0x6060, 0x6060, 0x6060, 0xFFFF}},
      {pixman_fixed_1 / 2, {0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF}},
      {pixman_fixed_1, {0x6060, 0x6060, 0x6060, 0xFFFF}}};
  const pixman_point_fixed_t from = {0, 0}, to = {pixman_int_to_fixed(500), 0};
  gradient = pixman_image_create_linear_gradient(&from, &to, stops, 3);
  pixman_image_set_repeat(gradient, PIXMAN_REPEAT_PAD);
  cairo_gradient = cairo_pattern_create_linear(200, 0, 700, 0);
  for (int index = 0; index < 3; index++) {
    const double gray = stops[index].color.red / 65535.0;
    cairo_pattern_add_color_stop_rgb(cairo_gradient, index / 2.0, gray, gray, gray);
  }
  cairo_screen = surface(screen, CAIRO_FORMAT_RGB24, WIDTH, HEIGHT, WIDTH * 4);
  context = cairo_create(cairo_screen);
  bench_prepare(screen, text, pictures[0]);
}

static void composite(pixman_op_t operator, pixman_image_t *source, pixman_image_t *mask, pixman_image_t *target,
                      int x, int y, int width, int height) {
  pixman_image_composite32(operator, source, mask, target, 0, 0, 0, 0, x, y, width, height);
}

static void over(pixman_image_t *source, pixman_image_t *mask, int x, int y, int width, int height) {
  composite(PIXMAN_OP_OVER, source, mask, pixman_screen, x, y, width, height);
}

static void draw_with_pixman(int operation) {
  switch (operation) {
  case 0: pixman_fill(screen, WIDTH, 32, 200, 500, 500, 80, 0xFF3DAEE9); break;
  case 1: over(solid, pixman_corners, 200, 500, 500, 80); break;
  case 2: over(gradient, pixman_text, 200, 300, TEXT_WIDTH, TEXT_HEIGHT); break;
  case 3: over(solid, pixman_text, 200, 300, TEXT_WIDTH, TEXT_HEIGHT); break;
  case 4: over(pixman_picture[0], NULL, 300, 200, SIDE, SIDE); break;
  case 5: over(pixman_picture[1], NULL, 300, 200, SIDE, SIDE); break;
  case 6: for (int index = 0; index < DISCS; index++)
      over(translucent, pixman_disc, (int)disc_x(index) - 10, 600, 21, 21);
    break;
  }
}

static void draw_with_cairo(int operation) {
  cairo_set_source_rgb(context, .24, .68, .91);
  switch (operation) {
  case 0: cairo_rectangle(context, 200, 500, 500, 80); cairo_fill(context); break;
  case 1: add_rounded_box(context, 200, 500, 500, 80, 16); cairo_fill(context); break;
  case 2: cairo_set_source(context, cairo_gradient); cairo_mask_surface(context, cairo_text, 200, 300); break;
  case 3: cairo_mask_surface(context, cairo_text, 200, 300); break;
  case 4:
  case 5: cairo_set_source_surface(context, cairo_picture[operation - 4], 300, 200); cairo_paint(context); break;
  case 6: cairo_set_source_rgba(context, .24, .68, .91, .7);
    for (int index = 0; index < DISCS; index++) {
      cairo_arc(context, disc_x(index), 610.6, 10, 0, 2 * M_PI);
      cairo_fill(context);
    }
    break;
  }
}

static cairo_status_t count_bytes(void *count, const unsigned char *bytes, unsigned int length) {
  (void)bytes;
  *(unsigned int *)count += length;
  return CAIRO_STATUS_SUCCESS;
}

// Runs `body` twice to fill caches, then once for callgrind, which writes a dump with the name. loaderd stores the
// coverage of a small shape the second time.
#define MEASURE(body, ...)                    \
  do {                                        \
    char name[80];                            \
    snprintf(name, sizeof name, __VA_ARGS__); \
    body;                                     \
    body;                                     \
    CALLGRIND_ZERO_STATS;                     \
    body;                                     \
    CALLGRIND_DUMP_STATS_AT(name);            \
  } while (0)

int main(void) {
  static const char *const names[] = {
      "fill 500x80", "rounded box 500x80", "gradient through a mask 500x60", "color through a mask 500x60",
      "logo 256x256", "translucent picture 256x256", "9 translucent discs"};
  prepare();
  for (int operation = 0; operation < (int)(sizeof names / sizeof names[0]); operation++) {
    MEASURE(bench_draw(operation, true), "%s|background", names[operation]);
    MEASURE(bench_draw(operation, false), "%s|loaderd", names[operation]);
    MEASURE(draw_with_pixman(operation), "%s|pixman", names[operation]);
    MEASURE(draw_with_cairo(operation), "%s|cairo", names[operation]);
  }
  MEASURE(bench_convert(converted), "screen to RGB565, dithered by loaderd|loaderd");
  MEASURE(composite(PIXMAN_OP_SRC, pixman_screen, NULL, pixman_converted, 0, 0, WIDTH, HEIGHT),
          "screen to RGB565, dithered by loaderd|pixman");
  long bytes = 0;
  unsigned int cairo_bytes = 0;
  cairo_surface_mark_dirty(cairo_screen);
  MEASURE(bytes = bench_png(), "PNG 1024x768|loaderd");
  MEASURE(cairo_bytes = 0; cairo_surface_write_to_png_stream(cairo_screen, count_bytes, &cairo_bytes),
          "PNG 1024x768|cairo");
  printf("%ld %u\n", bytes, cairo_bytes);
}
