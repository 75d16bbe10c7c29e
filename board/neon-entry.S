@ A function that has code with and without NEON; board/neon writes this for each NAME. ip may change in a call.
  .syntax unified
  .thumb
  .section ".text.NAME", "ax", %progbits
  .globl "NAME"
  .hidden "NAME"
  .type "NAME", %function
"NAME":
  ldr ip, 3f
1:
  add ip, pc
  ldrb ip, [ip]
  cmp ip, #0
  bne 2f
  b.w "NAME.vfp"
2:
  b.w "NAME.neon"
  .balign 4
3:
  .word neon_is_used - (1b + 4)
  .size "NAME", . - "NAME"
