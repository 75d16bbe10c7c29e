#pragma once
#include <wayland-client-core.h>

// libwayland-client, opened with dlopen when there is a compositor to talk to, so that the program starts without it.

// Each function that is used, found under its own name.
#define WAYLAND_FUNCTIONS(use)                                                                                            \
  use(wl_display_connect_to_fd) use(wl_display_disconnect) use(wl_display_prepare_read) use(wl_display_read_events)        \
  use(wl_display_dispatch_pending) use(wl_display_flush) use(wl_display_get_error) use(wl_log_set_handler_client)          \
  use(wl_proxy_marshal_flags) use(wl_proxy_get_version) use(wl_proxy_add_dispatcher) use(wl_proxy_destroy)

#define WAYLAND_DECLARE(name) __typeof__(name) *p_##name;
struct wayland_functions { WAYLAND_FUNCTIONS(WAYLAND_DECLARE) };
extern struct wayland_functions wayland_functions;
#undef WAYLAND_DECLARE

// What wayland-scanner made calls these; of the other functions in it none is used.
#define wl_proxy_marshal_flags (*wayland_functions.p_wl_proxy_marshal_flags)
#define wl_proxy_get_version (*wayland_functions.p_wl_proxy_get_version)
#define wl_proxy_destroy (*wayland_functions.p_wl_proxy_destroy)
#include "../../../build/wayland/protocol.h"
#include "../../../build/wayland/events.h"

// Whether the library is there, and has all that is used: 1.20 or newer.
int wayland_is_available(void);

// Talks over a connected socket, of which it keeps a copy; null when memory is out.
struct wl_display *wayland_connect(int socket);
void wayland_disconnect(struct wl_display *display);
// Takes what has come and tells the listeners; -1 when the conversation is over.
int wayland_read(struct wl_display *display);
// Sends what fits; 0 when something is left.
int wayland_flush(struct wl_display *display);
// Why the conversation is over, in one line.
const char *wayland_error(struct wl_display *display);

// `dispatcher` gets each event of an object, with `listener`.
void wayland_add_dispatcher(struct wl_proxy *object, wl_dispatcher_func_t dispatcher, const void *listener);

void wayland_destroy(struct wl_proxy *object);

// What is used of what a compositor offers.
enum wayland_global {
  wayland_compositor, wayland_shm, wayland_xdg_shell, wayland_layer_shell, wayland_viewporter, wayland_fractional_scale, wayland_presentation,
  wayland_output, wayland_global_count,
};
// Which one has a name; `wayland_global_count` when it is none of them.
enum wayland_global wayland_global(const char *name);
// Binds it, in our version at most; null in a version that is too old.
struct wl_proxy *wayland_bind(struct wl_registry *registry, uint32_t id, enum wayland_global global, uint32_t version);
