################################################################################
#
# loaderd
#
################################################################################

LOADERD_VERSION = 0.1.0
LOADERD_SITE = $(call qstrip,$(BR2_PACKAGE_LOADERD_SITE))
ifeq ($(findstring ://,$(LOADERD_SITE)),)
LOADERD_SITE_METHOD = file
endif
LOADERD_TARGET = $(if $(BR2_arm),armv7,$(if $(BR2_RISCV_64),riscv64,$(call qstrip,$(BR2_ARCH))))-musl
LOADERD_SOURCE = loaderd-$(LOADERD_VERSION)-$(LOADERD_TARGET).tar.xz
LOADERD_LICENSE = MIT, FTL, BSD-2-Clause, libpng-2.0, Zlib, OFL-1.1, Bitstream-Vera
LOADERD_LICENSE_FILES = LICENSE COPYRIGHT

ifeq ($(BR2_PACKAGE_LOADERD_THEMES),y)
define LOADERD_INSTALL_THEMES
	mkdir -p $(TARGET_DIR)/usr/share/loaderd
	cp -dpfr $(@D)/usr/share/loaderd/themes $(TARGET_DIR)/usr/share/loaderd/
endef
endif

define LOADERD_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 0755 $(@D)/usr/bin/loaderd $(TARGET_DIR)/usr/bin/loaderd
	ln -sf loaderd $(TARGET_DIR)/usr/bin/loaderctl
	$(INSTALL) -D -m 0644 $(@D)/usr/lib/loaderd/loaderd.conf \
		$(TARGET_DIR)/usr/lib/loaderd/loaderd.conf
	$(LOADERD_INSTALL_THEMES)
endef

define LOADERD_INSTALL_INIT_SYSTEMD
	mkdir -p $(TARGET_DIR)/usr/lib
	cp -dpfr $(@D)/usr/lib/systemd $(@D)/usr/lib/sysusers.d \
		$(@D)/usr/lib/tmpfiles.d $(TARGET_DIR)/usr/lib/
endef

define LOADERD_INSTALL_INIT_SYSV
	$(INSTALL) -D -m 0755 $(LOADERD_PKGDIR)/S00loaderd \
		$(TARGET_DIR)/etc/init.d/S00loaderd
endef

# Members of the group may use the control socket.
define LOADERD_USERS
	loaderd -1 loaderd -1 * - - - loaderd
endef

$(eval $(generic-package))
