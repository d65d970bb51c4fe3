// Preloaded: at the end it writes the most anonymous memory that the process
// had, less what it had when it started, to the file that PEAK names, with the
// number of the process behind; in bytes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char Text[8192];

static long kilobytes(const char *Name) {
  int Fd = open("/proc/self/status", O_RDONLY);
  long Size = Fd < 0 ? 0 : read(Fd, Text, sizeof(Text) - 1);
  close(Fd);
  Text[Size > 0 ? Size : 0] = 0;
  const char *At = strstr(Text, Name);
  return At ? strtol(At + strlen(Name), NULL, 10) : 0;
}

static long AtStart;
__attribute__((constructor)) static void begin(void) {
  AtStart = kilobytes("RssAnon:");
}

// VmHWM is the most of all three kinds together. Pages of files and shared
// memory only get more.
__attribute__((destructor)) static void end(void) {
  const char *Name = getenv("PEAK");
  long Peak = kilobytes("VmHWM:") - kilobytes("RssFile:") -
              kilobytes("RssShmem:") - AtStart;
  char Line[32], Path[4096];
  if (!Name)
    return;
  snprintf(Path, sizeof(Path), "%s.%d", Name, (int)getpid());
  int Fd = open(Path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  (void)!write(Fd, Line, snprintf(Line, sizeof(Line), "%ld\n", Peak << 10));
  close(Fd);
}

// Of programs that end without their destructors.
void _exit(int Code) {
  end();
  syscall(SYS_exit_group, Code);
  __builtin_unreachable();
}
