#pragma once

// The longest text, in bytes, and the most modules a side.
enum { qr_text_limit = 300, qr_side_limit = 177 };

// Makes a QR code (ISO/IEC 18004) of a text that ends with NUL; `modules` gets a byte for each, 1 for dark, row by row.
// Returns the modules a side, without a margin; 0 when the text is too long.
int qr_encode(const char *text, unsigned char modules[qr_side_limit * qr_side_limit]);
