"""usage: complete.py SHELL SCRIPT LINE

Asks SHELL, which has read the completion SCRIPT, to complete LINE, whose last word
is begun. bash and fish: prints all candidates, without descriptions, sorted. zsh:
presses Tab and prints the line that it makes."""
import os
import pty
import shlex
import subprocess
import sys

shell, script, line = sys.argv[1:]
bin_bash = r"""
source "$1"
COMP_LINE=$2
# As readline parts it.
words=() word= i=
for ((i = 0; i < ${#COMP_LINE}; i++)); do
  c=${COMP_LINE:i:1}
  case $c in
  ' ') [[ $word ]] && words+=("$word"); word= ;;
  '=') [[ $word ]] && words+=("$word"); words+=('='); word= ;;
  *) word+=$c ;;
  esac
done
[[ $word || $COMP_LINE == *' ' ]] && words+=("$word")
COMP_WORDS=("${words[@]}")
COMP_CWORD=$((${#words[@]} - 1))
_anomalloc anomalloc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
[[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
"""
if shell == "bash":
    run = ["bash", "--norc", "-c", bin_bash, "bash", script, line]
elif shell == "fish":
    run = ["fish", "--no-config", "-c",
           f"source {shlex.quote(script)}; complete -C {shlex.quote(line)}"]
if shell != "zsh":
    text = subprocess.run(run, check=True, text=True, stdout=subprocess.PIPE,
                          env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
    print("\n".join(sorted({found.split("\t")[0] for found in text.splitlines()})))
    sys.exit()

child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="dumb", PS1="", ZDOTDIR="/nonexistent")
    os.execvp("zsh", ["zsh", "-f", "-i"])


def say(text):
    os.write(terminal, text.encode())


def read_until(end):
    seen = b""
    while end not in seen:
        part = os.read(terminal, 4096)
        if not part:
            sys.exit(f"zsh ended: {seen}")
        seen += part
    return seen


# A key that prints the line: only when Tab is done is it read.
say("unsetopt zle_bracketed_paste; PS1=; setopt no_beep; bindkey -e; bindkey '^I' complete-word\n"
    f"autoload -Uz compinit; compinit -D -u; source {shlex.quote(script)}\n"
    "show() { print -r -- \"<$BUFFER>\"'END'; BUFFER=; }; zle -N show; bindkey '^X' show\n"
    "print REA''DY\n")
read_until(b"READY")
say(line + "\t\x18")
seen = read_until(b">END").decode(errors="replace")
print(seen[seen.rindex("<") + 1:seen.rindex(">END")])
say("exit\n")
os.close(terminal)
os.waitpid(child, 0)
