//===- Interruption.h - signals that end a long work in order ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_WORKTREE_INTERRUPTION_H
#define ANOMALLOC_ANOMALLOC_WORKTREE_INTERRUPTION_H

#include "llvm/ADT/ArrayRef.h"
#include <csignal>
#include <iterator>

namespace anomalloc {

/// While one of these lives, SIGINT, SIGTERM and SIGHUP do not end the program.
/// They are noted (interruption()), and end the children of runProcesses(). A
/// signal that was ignored before stays ignored. There may be only one object
/// at a time.
class SignalsNoted {
public:
  SignalsNoted();
  ~SignalsNoted();
  SignalsNoted(const SignalsNoted &) = delete;

  /// From now on signals are ignored: what is tidied up last must not stop half
  /// way.
  void ignore();

private:
  friend class SignalsWait;
  static constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction Before[std::size(Signals)];
};

/// Signals that come wait for its end.
class SignalsWait {
public:
  SignalsWait();
  ~SignalsWait() { sigprocmask(SIG_SETMASK, &Before, nullptr); }
  SignalsWait(const SignalsWait &) = delete;

private:
  sigset_t Before;
};

/// The signal that came while a SignalsNoted lived; 0: none.
int interruption();

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_WORKTREE_INTERRUPTION_H
