include $(sort $(wildcard $(BR2_EXTERNAL_LOADERD_PATH)/package/*/*.mk))
