#include "CQR.h"
#include <qrcodegen/qrcodegen.h>

int qr_encode(const char *text, unsigned char modules[qr_side_limit * qr_side_limit]) {
  uint8_t code[qrcodegen_BUFFER_LEN_FOR_VERSION(20)], scratch[qrcodegen_BUFFER_LEN_FOR_VERSION(20)];
  // Error correction level M restores about 15 % of the code, for example under a scratch or a reflection.
  if (!qrcodegen_encodeText(text, scratch, code, qrcodegen_Ecc_MEDIUM, 1, 20, qrcodegen_Mask_AUTO, true)) return 0;
  const int side = qrcodegen_getSize(code);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) modules[y * side + x] = qrcodegen_getModule(code, x, y);
  return side;
}
