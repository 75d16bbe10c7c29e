#include "CInterface.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

static const unsigned char text[] = {
#embed "../Daemon/io.loaderd.Screen.varlink"
};

InterfaceText interface_text(void) { return (InterfaceText){text, sizeof text}; }
