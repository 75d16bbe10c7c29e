#pragma once

// The longest text, in bytes, and the largest number of modules a side.
enum { qr_text_limit = 300, qr_side_limit = 177 };

// Encodes a NUL-terminated text as a QR code (ISO/IEC 18004). Writes one byte a module to `modules`, row by row; 1 is
// dark. Returns the number of modules a side, without a margin, or 0 if the text is too long.
int qr_encode(const char *text, unsigned char modules[qr_side_limit * qr_side_limit]);
