//===- Screen.cpp ---------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sequences are those that xterm, the Linux console, tmux, screen and all
/// later terminals obey.
///
//===----------------------------------------------------------------------===//

#include "cli/Screen.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// The other screen, and no cursor.
constexpr char Enter[] = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr char Leave[] = "\x1b[0m\x1b[?25h\x1b[?1049l";

// What signal handlers use.
termios Before;
volatile sig_atomic_t IsEntered, WasResized, ShallStop;

/// Signals that end the program, and what was done of them before.
constexpr int Ends[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGABRT,
                        SIGSEGV, SIGBUS,  SIGFPE, SIGILL};
struct sigaction EndedBy[std::size(Ends)];
constexpr int Tells[] = {SIGWINCH, SIGTSTP};
struct sigaction ToldBy[std::size(Tells)];

/// All of it, though a signal comes between. Safe in a signal handler.
void writeAll(const char *Text, size_t Size) {
  while (Size) {
    ssize_t Done = write(STDOUT_FILENO, Text, Size);
    if (Done < 0 && errno != EINTR)
      return;
    if (Done > 0) {
      Text += Done;
      Size -= size_t(Done);
    }
  }
}

void enter() {
  termios Raw = Before;
  Raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN);
  Raw.c_iflag &= ~tcflag_t(IXON | ICRNL);
  Raw.c_cc[VMIN] = 0;
  Raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &Raw);
  IsEntered = true;
  writeAll(Enter, sizeof(Enter) - 1);
}

/// Safe in a signal handler.
void leave() {
  if (!IsEntered)
    return;
  IsEntered = false;
  writeAll(Leave, sizeof(Leave) - 1);
  tcsetattr(STDIN_FILENO, TCSANOW, &Before);
}

/// Gives the terminal back, then lets the signal do what it would have done.
void onEnd(int Signal) {
  leave();
  for (auto [Ours, Old] : llvm::zip(Ends, EndedBy))
    if (Ours == Signal)
      sigaction(Signal, &Old, nullptr);
  raise(Signal);
  // Whoever told of a crash left the rest to the instruction that crashed; but
  // somebody may have sent the signal.
  signal(Signal, SIG_DFL);
  raise(Signal);
}

void onTold(int Signal) { (Signal == SIGTSTP ? ShallStop : WasResized) = true; }

void stop() {
  leave();
  raise(SIGSTOP);
  enter();
}

} // namespace

bool Screen::isPossible() {
  const char *Terminal = getenv("TERM");
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && Terminal &&
         *Terminal && strcmp(Terminal, "dumb") != 0;
}

Expected<std::unique_ptr<Screen>> Screen::open() {
  if (tcgetattr(STDIN_FILENO, &Before))
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  struct sigaction Action = {};
  Action.sa_handler = onEnd;
  Action.sa_flags = SA_NODEFER;
  for (auto [Signal, Old] : llvm::zip(Ends, EndedBy))
    sigaction(Signal, &Action, &Old);
  Action.sa_handler = onTold;
  Action.sa_flags = 0;
  for (auto [Signal, Old] : llvm::zip(Tells, ToldBy))
    sigaction(Signal, &Action, &Old);
  enter();
  return std::unique_ptr<Screen>(new Screen);
}

Screen::~Screen() {
  leave();
  for (auto [Signal, Old] : llvm::zip(Ends, EndedBy))
    sigaction(Signal, &Old, nullptr);
  for (auto [Signal, Old] : llvm::zip(Tells, ToldBy))
    sigaction(Signal, &Old, nullptr);
}

Screen::Size Screen::size() const {
  winsize Its = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &Its) || !Its.ws_col || !Its.ws_row)
    return {80, 24};
  return {Its.ws_col, Its.ws_row};
}

void Screen::show(ArrayRef<std::string> Lines) {
  // In one write, so that no half picture is seen.
  std::string Text = "\x1b[H";
  for (size_t I = 0; I != Lines.size(); ++I)
    Text += (I ? "\r\n" : "") + Lines[I] + "\x1b[0m\x1b[K";
  Text += "\x1b[J";
  writeAll(Text.data(), Text.size());
}

/// The next of what was typed.
Screen::Event Screen::nextKey() {
  static const struct {
    const char *Sequence;
    int Key;
  } Known[] = {
      {"\x1b[A", KeyUp},        {"\x1b[B", KeyDown}, {"\x1b[C", KeyRight},
      {"\x1b[D", KeyLeft},      {"\x1bOA", KeyUp},   {"\x1bOB", KeyDown},
      {"\x1bOC", KeyRight},     {"\x1bOD", KeyLeft}, {"\x1b[5~", KeyPageUp},
      {"\x1b[6~", KeyPageDown}, {"\x1b[H", KeyHome}, {"\x1b[1~", KeyHome},
      {"\x1bOH", KeyHome},      {"\x1b[F", KeyEnd},  {"\x1b[4~", KeyEnd},
      {"\x1bOF", KeyEnd}};
  Event E;
  for (const auto &K : Known)
    if (StringRef(Typed).starts_with(K.Sequence)) {
      Typed.erase(0, strlen(K.Sequence));
      E.Key = K.Key;
      return E;
    }
  size_t Length = 1;
  if (Typed[0] == '\x1b') {
    // Up to the letter that ends a sequence.
    if (Typed.size() > 1 && (Typed[1] == '[' || Typed[1] == 'O'))
      for (Length = 2; Length < Typed.size() && Typed[Length] < '@';)
        ++Length;
    Length = std::min(Length + (Length > 1), Typed.size());
    E.Key = KeyNothing;
  } else {
    E.Key = static_cast<unsigned char>(Typed[0]);
  }
  Typed.erase(0, Length);
  return E;
}

Screen::Event Screen::wait(Time Until, int Other) {
  if (!Typed.empty())
    return nextKey();
  // A signal between this look and ppoll would be missed.
  sigset_t Held, Usual;
  sigemptyset(&Held);
  for (int Signal : Tells)
    sigaddset(&Held, Signal);
  sigprocmask(SIG_BLOCK, &Held, &Usual);
  Event E;
  if (!WasResized && !ShallStop) {
    auto Left = std::max(Until - std::chrono::steady_clock::now(),
                         Time::duration::zero());
    auto Nanoseconds =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Left).count();
    timespec Time = {time_t(Nanoseconds / 1000000000),
                     long(Nanoseconds % 1000000000)};
    pollfd Polls[] = {{STDIN_FILENO, POLLIN, 0}, {Other, POLLIN, 0}};
    if (ppoll(Polls, 2, &Time, &Usual) > 0) {
      E.Readable = Polls[1].revents != 0;
      if (Polls[0].revents) {
        char Bytes[256];
        ssize_t Got = read(STDIN_FILENO, Bytes, sizeof(Bytes));
        E.Closed = Got == 0 || (Got < 0 && errno != EINTR && errno != EAGAIN);
        if (Got > 0)
          Typed.assign(Bytes, size_t(Got));
      }
    }
  }
  sigprocmask(SIG_SETMASK, &Usual, nullptr);
  if (ShallStop) {
    ShallStop = false;
    stop();
    WasResized = true;
  }
  if (WasResized) {
    WasResized = false;
    E.Resized = true;
    return E;
  }
  if (!Typed.empty()) {
    E.Key = nextKey().Key;
  }
  return E;
}

} // namespace anomalloc
