#pragma once

// The limit of a text, in bytes, and the number of modules per side of the largest version, 20.
enum { qr_text_limit = 300, qr_side_limit = 97 };

// Encodes a NUL-terminated text as a QR code (ISO/IEC 18004) of version 1 to 20. Writes one byte per module to
// `modules`, row by row; 1 is dark. Returns the number of modules per side, without a quiet zone, or 0 if the text is
// too long.
int qr_encode(const char *text, unsigned char modules[qr_side_limit * qr_side_limit]);
