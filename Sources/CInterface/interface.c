#include "CInterface.h"

static const unsigned char text[] = {
#embed "io.loaderd.Screen.varlink"
};

InterfaceText interface_text(void) { return (InterfaceText){text, sizeof text}; }
