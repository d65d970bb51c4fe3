//===- BashCompletion.cpp - bash completes the command line ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Completion.h"

using namespace llvm;

namespace anomalloc {

/// How a place is written in the tables of the script.
static void writeKind(raw_ostream &OS, Completes Kind) {
  switch (Kind) {
  case Completes::Nothing:
    OS << "nothing";
    break;
  case Completes::Words:
    OS << "words";
    break;
  case Completes::List:
    OS << "list";
    break;
  case Completes::Files:
    OS << "files";
    break;
  case Completes::Folders:
    OS << "folders";
    break;
  case Completes::Program:
    OS << "program";
    break;
  }
}

// The words of a verb are those that Option and Value are spelled of, which
// need no quotes in a shell.
static constexpr char Engine[] = R"sh(
_anomalloc() {
  local IFS=$' \t\n' i glue= verb option= value kind prefix=
  local -a words=() starts=() row=()
  COMPREPLY=()
  # readline parts "--name=value" at '='.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == '=' && ${#words[@]} -gt 0 ]]; then
      words[${#words[@]} - 1]+='='
      glue=1
    elif [[ $glue ]]; then
      words[${#words[@]} - 1]+=${COMP_WORDS[i]}
      glue=
    else
      words+=("${COMP_WORDS[i]}")
      starts+=("$i")
    fi
  done
  local last=$((${#words[@]} - 1))
  value=${words[last]}
  verb=${words[0]}
  if [[ $last -eq 0 ]]; then
    _anomalloc_reply '' "$value" $(_anomalloc_table verbs) --help --version
    return
  fi
  if [[ $verb == help ]]; then
    _anomalloc_reply '' "$value" $(_anomalloc_table verbs)
    return
  fi
  kind=$(_anomalloc_table "$verb")
  if [[ $kind == program ]]; then
    # What is run begins at the first word that is no option, or behind "--".
    for ((i = 1; i < last; i++)); do
      if [[ ${words[i]} == -- ]]; then
        ((i++))
        break
      fi
      [[ ${words[i]} == -* ]] || break
      row=($(_anomalloc_table "$verb" "$(_anomalloc_long "${words[i]}")"))
      [[ ${words[i]} != *=* && ${row[0]} && ${row[0]} != *optional ]] && ((i++))
    done
    if ((i < last)) || [[ $i -eq $last && $value != -* ]]; then
      if [[ $value == -* ]] && ((i == last)); then
        :
      elif declare -F _command_offset >/dev/null; then
        _command_offset "${starts[i]}"
        return
      elif ((i == last)); then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -c -f -- "$value")
        return
      else
        kind=files
      fi
    fi
    [[ $kind == program && $value != -* ]] && kind=files
  fi
  if [[ $value == --*=* ]]; then
    option=${value%%=*}
    value=${value#*=}
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=$option=
  elif [[ ${words[last - 1]} == -* && ${words[last - 1]} != *=* ]]; then
    option=$(_anomalloc_long "${words[last - 1]}")
    row=($(_anomalloc_table "$verb" "$option"))
    [[ ${row[0]} && ${row[0]} != *optional ]] || option=
  fi
  if [[ $option ]]; then
    row=($(_anomalloc_table "$verb" "$option"))
    kind=${row[0]%-optional}
  elif [[ $value == -* ]]; then
    _anomalloc_reply '' "$value" $(_anomalloc_table "$verb" options)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] &&
      compopt -o nospace 2>/dev/null
    return
  fi
  case $kind in
  words) _anomalloc_reply "$prefix" "$value" "${row[@]:1}" ;;
  list)
    [[ $value == *,* ]] && prefix+=${value%,*},
    _anomalloc_reply "$prefix" "${value##*,}" "${row[@]:1}"
    compopt -o nospace 2>/dev/null
    ;;
  files | folders)
    compopt -o filenames 2>/dev/null
    if [[ $kind == files ]]; then i=-f; else i=-d; fi
    mapfile -t COMPREPLY < <(compgen -P "$prefix" "$i" -- "$value")
    ;;
  esac
}

# The words that begin with $2, behind $1.
_anomalloc_reply() {
  local prefix=$1 begin=$2 word
  shift 2
  for word; do
    [[ $word == "$begin"* ]] && COMPREPLY+=("$prefix$word")
  done
}

complete -F _anomalloc anomalloc
)sh";

void writeBashCompletion(raw_ostream &OS) {
  OS << "# bash completion for anomalloc; made by 'anomalloc docs "
        "--format=bash'.\n\n"
        "# verbs; VERB: what its arguments are; VERB options; VERB --OPTION: "
        "what it takes.\n"
        "_anomalloc_table() {\n  case $1$2 in\n  verbs) echo";
  auto Verbs = completedVerbs();
  for (const auto &V : Verbs)
    OS << ' ' << V->Info.Name;
  OS << " help ;;\n";
  for (const auto &V : Verbs) {
    StringRef Name = V->Info.Name;
    OS << "  " << Name << ") echo ";
    writeKind(OS, argumentsOf(*V->C));
    OS << " ;;\n  " << Name << "options) echo";
    for (const Option &O : V->Options.options())
      OS << " --" << O.Name
         << (O.Value.empty() || hasOptionalValue(O) ? "" : "=");
    OS << " ;;\n";
    for (const Option &O : V->Options.options()) {
      if (O.Value.empty())
        continue;
      OS << "  " << Name << "--" << O.Name << ") echo ";
      writeKind(OS, valueOf(O));
      if (hasOptionalValue(O))
        OS << "-optional";
      for (const OptionWord &Word : wordsOf(O))
        OS << ' ' << Word.Name;
      OS << " ;;\n";
    }
  }
  OS << "  esac\n}\n\n_anomalloc_long() {\n  case $1 in\n";
  for (const ShortName &Short : shortNames())
    OS << "  " << Short.Letter << ") echo --" << Short.Name << " ;;\n";
  OS << "  *) echo \"$1\" ;;\n  esac\n}\n" << Engine;
}

} // namespace anomalloc
