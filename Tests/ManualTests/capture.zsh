#!/usr/bin/zsh -f
# capture.zsh COMPLETIONS FOLDER LINE: prints the completions that an interactive zsh offers at the end of LINE, with the
# scripts of COMPLETIONS. FOLDER is for temporary files.
zmodload zsh/zpty
export FOUND=$2/found ZDOTDIR=$2 TERM=dumb
: >$FOUND
cat >$ZDOTDIR/.zshrc <<RC
fpath=(${(q)1} \$fpath)
RC
cat >>$ZDOTDIR/.zshrc <<'RC'
PROMPT= RPROMPT=
autoload -Uz compinit && compinit -u -D
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a found
  builtin compadd -A found "$@"
  print -rl -- $found >>$FOUND
  builtin compadd "$@"
}
finish() { print -r -- --end-- >>$FOUND; }
begin() { comppostfuncs=(finish); compprefuncs=(begin); }
compprefuncs=(begin)
bindkey '^I' complete-word
zle-line-init() { print -r -- --ready-- >>$FOUND; }
zle -N zle-line-init
RC
zpty shell zsh -d -i
# Also reads the output of the shell, which would block when the buffer of its terminal is full.
await() {
  local -i attempts=1000
  local drawn
  while ((attempts-- > 0)) && [[ $(<$FOUND) != *$1* ]]; do
    while zpty -rt shell drawn 2>/dev/null; do :; done
    sleep 0.01
  done
}
await --ready--
zpty -n -w shell "$3"$'\t'
await --end--
zpty -d shell
grep -vx -e --ready-- -e --end-- -e '' $FOUND | sort -u
