//===- stepping.cpp - a program that allocates on request -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Obeys lines on standard input, and says "done" after each:
/// \code
///   small N    N blocks of 24 bytes
///   large N    N blocks of 4096 bytes, in the section "large"
///   thread N   N blocks of 40 bytes, in another thread
///   keep N     N blocks of 100 bytes, which stay
///   busy N     N threads that make blocks of more and more sizes, to the end
///   save PATH  writes a snapshot of itself; says its result before "done"
///   exec ...   becomes that program
///   exit       ends in order
///   die        ends without exit handlers
/// \endcode
///
//===----------------------------------------------------------------------===//

#include <anomalloc/anomalloc.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>

static void *volatile Kept;

__attribute__((noinline)) void makeSmall(long Blocks) {
  for (long I = 0; I != Blocks; ++I) {
    Kept = malloc(24);
    free(Kept);
  }
}

__attribute__((noinline)) void makeLarge(long Blocks) {
  anomalloc::Phase Phase("large");
  for (long I = 0; I != Blocks; ++I) {
    Kept = malloc(4096);
    free(Kept);
  }
}

__attribute__((noinline)) void keepSome(long Blocks) {
  for (long I = 0; I != Blocks; ++I)
    *static_cast<void **>(Kept = calloc(1, 100)) = Kept;
}

static void beBusy() {
  static thread_local void *volatile Mine;
  for (size_t Size = 1;; Size = Size % 1000 + 1)
    for (int I = 0; I != 50; ++I)
      free(Mine = malloc(Size + size_t(I % 3)));
}

int main(int argc, char **argv) {
  static char Line[4096];
  static char Answer[] = "done\n";
  // Without buffers: the program itself allocates nothing more.
  setvbuf(stdin, nullptr, _IONBF, 0);
  if (write(1, Answer, 5) != 5)
    return 1;
  while (fgets(Line, sizeof(Line), stdin)) {
    Line[strcspn(Line, "\n")] = 0;
    char *Rest = strchr(Line, ' ');
    long Blocks = Rest ? atol(Rest) : 0;
    if (!strncmp(Line, "small ", 6)) {
      makeSmall(Blocks);
    } else if (!strncmp(Line, "large ", 6)) {
      makeLarge(Blocks);
    } else if (!strncmp(Line, "thread ", 7)) {
      std::thread([Blocks] {
        for (long I = 0; I != Blocks; ++I) {
          Kept = malloc(40);
          free(Kept);
        }
      }).join();
    } else if (!strncmp(Line, "keep ", 5)) {
      keepSome(Blocks);
    } else if (!strncmp(Line, "busy ", 5)) {
      for (long I = 0; I != Blocks; ++I)
        std::thread(beBusy).detach();
    } else if (!strncmp(Line, "save ", 5)) {
      dprintf(1, "%d\n", anomalloc_snapshot(Rest + 1));
    } else if (!strncmp(Line, "exec ", 5)) {
      execl(Rest + 1, Rest + 1, static_cast<char *>(nullptr));
      return 1;
    } else if (!strcmp(Line, "exit")) {
      return 0;
    } else if (!strcmp(Line, "die")) {
      _exit(0);
    }
    if (write(1, Answer, 5) != 5)
      return 1;
  }
}
