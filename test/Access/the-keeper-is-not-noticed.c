// The process that sums up what lives when the program is killed is not noticed by
// the program: it is no child that wait(2) tells of, it holds no pipe open, and
// signals for the program's group do not reach it. Who outlives the program is not
// waited for.

// RUN: rm -rf %t && mkdir %t && mkfifo %t/go
// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: cd %t && not %anomalloc record --quiet --mode=access --output=%t/%%p %t/prog %t > %t/out 2>&1
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t/out
// RUN: timeout 60 bash -c "echo > %t/go"
// OUT: no child
// OUT-NEXT: the pipe ended
// OUT-NEXT: a child was killed
// OUT-NEXT: ended by signal 9
// RUN: %accesses %t/parent --bytes | FileCheck %s --check-prefix=PARENT
// RUN: %accesses %t/child --bytes | FileCheck %s --check-prefix=CHILD --implicit-check-not="size 1001"
// PARENT: size 1001 read 8 written 16
// CHILD: size 1003 read 0 written 24

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long Sum;

static volatile long *make(size_t Size) {
  void *volatile Block = malloc(Size);
  return Block;
}

/// To the profile of \p Id.
static void giveName(pid_t Id, const char *Folder, const char *Name) {
  static char Its[4096], New[4096];
  snprintf(Its, sizeof(Its), "%s/%d", Folder, (int)Id);
  snprintf(New, sizeof(New), "%s/%s", Folder, Name);
  if (rename(Its, New))
    abort();
}

static void say(const char *Text) {
  puts(Text);
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  setpgid(0, 0);
  signal(SIGTERM, SIG_IGN);
  int Pipe[2];
  if (pipe(Pipe))
    return 1;
  volatile long *Mine = make(1001);
  *Mine = 1;
  kill(0, SIGTERM);
  if (wait(NULL) == -1 && errno == ECHILD)
    say("no child");

  pid_t Child = fork();
  if (!Child) {
    volatile long *Own = make(1003);
    Own[0] = Own[1] = Own[2] = 1;
    close(Pipe[1]);
    char Byte; // The parent closes its end before it waits.
    if (!read(Pipe[0], &Byte, 1))
      say("the pipe ended");
    kill(getpid(), SIGKILL);
  }
  close(Pipe[1]);
  int Status;
  if (wait(&Status) == Child && WIFSIGNALED(Status))
    say("a child was killed");
  giveName(Child, argv[1], "child");
  giveName(getpid(), argv[1], "parent");

  if (!fork()) {
    *make(1005) = 1;
    char Byte; // It comes when record has ended.
    _exit(read(open("go", O_RDONLY), &Byte, 1) != 1);
  }
  *Mine = 2;
  Sum = *Mine;
  kill(getpid(), SIGKILL);
}
