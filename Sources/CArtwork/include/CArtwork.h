#pragma once

// The default pictures of the loader `parallax`, drawn by draw.py: PNG files with two pixels per point.

// A PNG file in memory and its size in bytes.
typedef struct {
  const unsigned char *bytes;
  long size;
} ArtworkFile;

// The city strip, 910×300 points.
ArtworkFile artwork_city(void);
// The tree, 150×150 points.
ArtworkFile artwork_tree(void);
// A picture of the walking figure, 97×97 points; `step` is 0 to 3.
ArtworkFile artwork_walker(int step);
