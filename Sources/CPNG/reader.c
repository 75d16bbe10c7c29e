#include "CPNG.h"

// Three functions through which libpng's reader would link all that writes: two free what only a writer has made,
// and one is a big-endian number.
void png_destroy_write_struct(png_structpp png, png_infopp info) {}

void png_free_buffer_list(png_structp png, void *list) {}

void png_save_uint_32(png_bytep bytes, png_uint_32 number) {
  for (int index = 0; index < 4; index++) bytes[index] = (png_byte)(number >> (24 - 8 * index));
}
