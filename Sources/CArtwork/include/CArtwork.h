#pragma once

// The default pictures of the loader parallax, drawn by draw.py: PNG files with two pixels a point.
typedef struct {
  const unsigned char *bytes;
  long size;
} ArtworkFile;

ArtworkFile artwork_city(void);
ArtworkFile artwork_tree(void);
// A frame of the walk cycle; `step` is 0 to 3.
ArtworkFile artwork_walker(int step);
