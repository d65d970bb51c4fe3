// usage: gives-up WHAT: gives it up, then makes 7,501 blocks: in itself, in a
// thread, in a section, and in a child and a grandchild.

#include <anomalloc/anomalloc.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;

static void *work(void *From) {
  for (size_t I = 0; I != 1500; ++I) {
    Sink = std::malloc(reinterpret_cast<size_t>(From) + 16 * I);
    std::free(Sink);
  }
  return nullptr;
}

static void work(size_t From) { work(reinterpret_cast<void *>(From)); }

/// Descriptors that the program did not open itself become another file's.
static int replaceAll(int To) {
  int Replaced = 0;
  for (int Fd = 3; Fd != 20100; ++Fd)
    if (Fd != To && fcntl(Fd, F_GETFD) >= 0)
      Replaced += dup2(To, Fd) == Fd;
  return Replaced;
}

static bool giveUp(const char *What) {
  if (!std::strcmp(What, "setuid"))
    return !setgid(65534) && !setuid(65534);
  if (!std::strcmp(What, "seteuid"))
    return !setegid(65534) && !seteuid(65534);
  if (!std::strcmp(What, "chroot"))
    return !chroot("jail") && !chdir("/");
  if (!std::strcmp(What, "folder"))
    return !chdir("jail");
  if (!std::strcmp(What, "umask"))
    return umask(0777) + 1;
  if (!std::strcmp(What, "closed")) {
    for (int Fd = 3; Fd != 20100; ++Fd)
      close(Fd);
    return true;
  }
  if (!std::strcmp(What, "replaced")) {
    int Other = open("other", O_RDWR | O_CREAT, 0600);
    return Other >= 0 && replaceAll(Other) >= 1;
  }
  if (!std::strcmp(What, "descriptors")) {
    rlimit Few;
    getrlimit(RLIMIT_NOFILE, &Few);
    Few.rlim_cur = 3;
    return !setrlimit(RLIMIT_NOFILE, &Few);
  }
  if (!std::strcmp(What, "closed and setuid"))
    return giveUp("closed") && giveUp("setuid");
  if (!std::strcmp(What, "exec")) {
    pid_t Child = fork();
    if (!Child && giveUp("setuid"))
      execl("./prog", "./prog", "nothing", nullptr);
    return waitpid(Child, nullptr, 0) == Child;
  }
  if (!std::strcmp(What, "daemon")) {
    if (pid_t Child = fork())
      _exit(waitpid(Child, nullptr, 0) != Child);
    return !setgid(65534) && !setuid(65534);
  }
  return true;
}

int main(int, char **Argv) {
  for (size_t I = 0; I != 10; ++I) {
    Sink = std::malloc(100 + I);
    std::free(Sink);
  }
  if (!giveUp(Argv[1]))
    return 7;
  work(1000);
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, work,
                     reinterpret_cast<void *>(size_t(100000))))
    return 8;
  pthread_join(Thread, nullptr);
  anomalloc_scope_begin("later");
  work(200000);
  anomalloc_scope_end();
  for (size_t I = 0; I != 2; ++I)
    if (fork() == 0) {
      if (I)
        work(300000);
      else if (fork() == 0)
        work(400000);
      else
        wait(nullptr);
      std::exit(0);
    } else {
      wait(nullptr);
    }
}
