#pragma once
#include <wayland-client-core.h>

// libwayland-client, loaded with dlopen once a compositor's socket exists, so that loaderd runs without the library.

// The functions that are used, looked up by name.
#define WAYLAND_FUNCTIONS(use)                                                                                        \
  use(wl_display_connect_to_fd) use(wl_display_disconnect) use(wl_display_prepare_read) use(wl_display_read_events)   \
  use(wl_display_dispatch_pending) use(wl_display_flush) use(wl_display_get_error) use(wl_log_set_handler_client)     \
  use(wl_proxy_marshal_flags) use(wl_proxy_get_version) use(wl_proxy_add_dispatcher) use(wl_proxy_destroy)

#define WAYLAND_DECLARE(name) __typeof__(name) *p_##name;
struct wayland_functions { WAYLAND_FUNCTIONS(WAYLAND_DECLARE) };
extern struct wayland_functions wayland_functions;
#undef WAYLAND_DECLARE

// The code from wayland-scanner calls these.
#define wl_proxy_marshal_flags (*wayland_functions.p_wl_proxy_marshal_flags)
#define wl_proxy_get_version (*wayland_functions.p_wl_proxy_get_version)
#define wl_proxy_destroy (*wayland_functions.p_wl_proxy_destroy)
#include "../../../build/wayland/protocol.h"
#include "../../../build/wayland/events.h"

// Whether the library can be loaded and has all functions: version 1.20 or newer.
int wayland_is_available(void);

// Wraps a connected socket, of which the library gets a copy; NULL when memory runs out.
struct wl_display *wayland_connect(int socket);
void wayland_disconnect(struct wl_display *display);
// Reads and dispatches events; -1 when the connection has ended.
int wayland_read(struct wl_display *display);
// Sends requests; 0 if the socket is full and some are left.
int wayland_flush(struct wl_display *display);
// Why the connection has ended, as one line.
const char *wayland_error(struct wl_display *display);

// `dispatcher` receives each event of an object, with `listener`.
void wayland_add_dispatcher(struct wl_proxy *object, wl_dispatcher_func_t dispatcher, const void *listener);

void wayland_destroy(struct wl_proxy *object);

// The globals that are used.
enum wayland_global {
  wayland_compositor, wayland_shm, wayland_xdg_shell, wayland_layer_shell, wayland_viewporter, wayland_fractional_scale,
  wayland_presentation, wayland_toplevel_list, wayland_toplevel_manager, wayland_output, wayland_global_count,
};
// The global with an interface name; `wayland_global_count` for any other.
enum wayland_global wayland_global(const char *name);
// Binds a global, at most in our version; NULL if the compositor's version is too old.
struct wl_proxy *wayland_bind(struct wl_registry *registry, uint32_t id, enum wayland_global global, uint32_t version);
