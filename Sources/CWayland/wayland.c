#define _GNU_SOURCE  // for F_DUPFD_CLOEXEC
#include "CWayland.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if !__has_include("../../build/wayland/protocol.c")
#error "build/wayland/protocol.c is missing: run `make assets`"
#endif
#include "../../build/wayland/protocol.c"

struct wayland_functions wayland_functions;
#define P(name) (*wayland_functions.p_##name)

// That of the library's libc: without the library, printf need not be linked.
static __typeof__(vsnprintf) *p_vsnprintf;
// The last line that the library logged, such as the compositor's error message.
static char last_error[256];

static void log_handler(const char *format, va_list arguments) {
  (*p_vsnprintf)(last_error, sizeof last_error, format, arguments);
  last_error[strcspn(last_error, "\n")] = 0;
}

static int load(void) {
  void *library = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define FIND(name) if (!(wayland_functions.p_##name = (__typeof__(name) *)dlsym(library, #name))) return 0;
  WAYLAND_FUNCTIONS(FIND)
  if (!(p_vsnprintf = (__typeof__(vsnprintf) *)dlsym(library, "vsnprintf"))) return 0;
  P(wl_log_set_handler_client)(log_handler);
  return 1;
}

int wayland_is_available(void) {
  static int is_available;  // it is never unloaded
  if (!is_available) is_available = load();
  return is_available;
}

struct wl_display *wayland_connect(int socket) {
  last_error[0] = 0;
  const int copy = fcntl(socket, F_DUPFD_CLOEXEC, 3);  // libwayland closes its copy
  return copy < 0 ? NULL : P(wl_display_connect_to_fd)(copy);
}

void wayland_disconnect(struct wl_display *display) { P(wl_display_disconnect)(display); }

int wayland_read(struct wl_display *display) {
  while (P(wl_display_prepare_read)(display))
    if (P(wl_display_dispatch_pending)(display) < 0) return -1;
  if (P(wl_display_read_events)(display)) return -1;
  return P(wl_display_dispatch_pending)(display);
}

// Errors other than a full socket are reported by the next read, which may also bring the compositor's message.
int wayland_flush(struct wl_display *display) { return P(wl_display_flush)(display) >= 0 || errno != EAGAIN; }

const char *wayland_error(struct wl_display *display) {
  const int error = P(wl_display_get_error)(display);
  return *last_error ? last_error : error == EPIPE || error == ECONNRESET ? "it has ended" : strerror(error);
}

void wayland_add_dispatcher(struct wl_proxy *object, wl_dispatcher_func_t dispatcher, const void *listener) {
  P(wl_proxy_add_dispatcher)(object, dispatcher, listener, NULL);
}

void wayland_destroy(struct wl_proxy *object) { wl_proxy_destroy(object); }

// The interfaces that are used, with the oldest version that suffices.
static const struct {
  const struct wl_interface *interface;
  uint32_t minimum_version;
} globals[wayland_global_count] = {
  [wayland_compositor] = {&wl_compositor_interface, 4},
  [wayland_shm] = {&wl_shm_interface, 1},
  [wayland_xdg_shell] = {&xdg_wm_base_interface, 1},
  [wayland_layer_shell] = {&zwlr_layer_shell_v1_interface, 1},
  [wayland_viewporter] = {&wp_viewporter_interface, 1},
  [wayland_fractional_scale] = {&wp_fractional_scale_manager_v1_interface, 1},
  [wayland_presentation] = {&wp_presentation_interface, 1},
  [wayland_toplevel_list] = {&ext_foreign_toplevel_list_v1_interface, 1},
  [wayland_toplevel_manager] = {&zwlr_foreign_toplevel_manager_v1_interface, 1},
  [wayland_output] = {&wl_output_interface, 2},
};

enum wayland_global wayland_global(const char *name) {
  enum wayland_global global = 0;
  while (global < wayland_global_count && strcmp(globals[global].interface->name, name)) global++;
  return global;
}

struct wl_proxy *wayland_bind(struct wl_registry *registry, uint32_t id, enum wayland_global global, uint32_t version) {
  const struct wl_interface *interface = globals[global].interface;
  if (version < globals[global].minimum_version) return NULL;
  const uint32_t ours = (uint32_t)interface->version;
  return wl_registry_bind(registry, id, interface, version < ours ? version : ours);
}
