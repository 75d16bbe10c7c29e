// No code: board/device builds this target, and with it all programs at the same time.
