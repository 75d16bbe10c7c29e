#include "CArtwork.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

#if !__has_embed("../../build/art/city@2x.png")
#error "build/art is missing: run `make assets`"
#endif

static const unsigned char city[] = {
#embed "../../build/art/city@2x.png"
};
static const unsigned char tree[] = {
#embed "../../build/art/tree@2x.png"
};
static const unsigned char walker1[] = {
#embed "../../build/art/walker1@2x.png"
};
static const unsigned char walker2[] = {
#embed "../../build/art/walker2@2x.png"
};
static const unsigned char walker3[] = {
#embed "../../build/art/walker3@2x.png"
};
static const unsigned char walker4[] = {
#embed "../../build/art/walker4@2x.png"
};

ArtworkFile artwork_city(void) { return (ArtworkFile){city, sizeof city}; }
ArtworkFile artwork_tree(void) { return (ArtworkFile){tree, sizeof tree}; }

ArtworkFile artwork_walker(int step) {
  static const ArtworkFile files[] = {
      {walker1, sizeof walker1}, {walker2, sizeof walker2}, {walker3, sizeof walker3}, {walker4, sizeof walker4}};
  return files[step & 3];
}
