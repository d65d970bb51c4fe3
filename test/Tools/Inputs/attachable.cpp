// Does what its standard input says, a line a command, and answers "done". Nothing else
// of it allocates, once it has begun.
//
//   own N        N blocks of 48 bytes by malloc, each freed at once
//   new N        N ints, by operator new
//   copy N       N blocks inside of the C library, by strdup
//   keep N       N blocks of 80 bytes that stay
//   drop         frees those that stay
//   threads T N  "own N" in each of T threads that wait from the beginning
//   run, rest    a thread allocates all the time, or does so no more
//   turn         waits until that thread has done "own 1" 1000 times
//   mix          makes and frees blocks of many sizes in two threads, and looks at what is in
//                them, until there is more input
//   same         ends at once if &malloc is another than at the beginning
//   child        forks a child that does "own 1000"
//   exec         becomes itself by exec
//   quit
//
// With an argument it has one thread, which waits in epoll_wait(2): a stop may end that.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {
constexpr int MostThreads = 4, MostKept = 10000;
void *Kept[MostKept];
int NumKept;
pthread_barrier_t Begin, End;
long OfEach, Taking;
std::atomic<bool> Running;
std::atomic<long> Turns;
sem_t Start;
int Poll = -1;
void *FirstMalloc;

__attribute__((noinline)) void *addressOfMalloc() {
#ifdef CALLS_ALONE // Then the linker leaves it to the first call to find malloc.
  return nullptr;
#else
  void *(*volatile Its)(size_t) = malloc;
  return reinterpret_cast<void *>(Its);
#endif
}
void *volatile Sink;

__attribute__((noinline)) void own(long N) {
  for (long I = 0; I != N; ++I) {
    Sink = malloc(48);
    free(Sink);
  }
}

void *wait(void *Number) {
  while (true) {
    pthread_barrier_wait(&Begin);
    if (reinterpret_cast<long>(Number) < Taking)
      own(OfEach);
    pthread_barrier_wait(&End);
  }
}

void *churn(void *) {
  while (true) {
    sem_wait(&Start);
    while (Running) {
      own(1);
      ++Turns;
    }
  }
}

/// Nearly all of its time it holds the lock of an arena of malloc's.
void *mix(void *) {
  constexpr unsigned Most = 64;
  static thread_local unsigned char *Blocks[Most];
  static thread_local size_t Sizes[Most];
  pollfd Input = {0, POLLIN, 0};
  for (unsigned Random = 1; poll(&Input, 1, 0) == 0;)
    for (unsigned I = 0; I != 20000; ++I) {
      Random = Random * 1103515245 + 12345;
      const unsigned At = Random >> 8 & (Most - 1);
      if (Blocks[At] && (Blocks[At][0] != At || Blocks[At][Sizes[At] - 1] != At))
        abort();
      free(Blocks[At]);
      Sizes[At] = 1100 + (Random >> 16) % 20000;
      Blocks[At] = static_cast<unsigned char *>(malloc(Sizes[At]));
      Blocks[At][0] = Blocks[At][Sizes[At] - 1] = (unsigned char)At;
    }
  return nullptr;
}

bool nextLine(char *Line, size_t Size) {
  size_t At = 0;
  epoll_event Event;
  if (Poll >= 0 && epoll_wait(Poll, &Event, 1, -1) < 0) {
    perror("epoll_wait");
    return false;
  }
  for (char C; At + 1 < Size && read(0, &C, 1) == 1; Line[At++] = C)
    if (C == '\n') {
      Line[At] = 0;
      return true;
    }
  return false;
}

void answer(const char *Text) { (void)!write(1, Text, strlen(Text)); }

void obey(const char *Line) {
  long N = 0, T = 0;
  if (sscanf(Line, "own %ld", &N) == 1)
    own(N);
  else if (sscanf(Line, "new %ld", &N) == 1)
    for (; N; --N) {
      int *Block = new int;
      Sink = Block;
      delete Block;
    }
  else if (sscanf(Line, "copy %ld", &N) == 1)
    for (; N; --N) {
      Sink = strdup("a text");
      free(Sink);
    }
  else if (sscanf(Line, "keep %ld", &N) == 1)
    for (; N && NumKept != MostKept; --N)
      Kept[NumKept++] = malloc(80);
  else if (!strcmp(Line, "drop"))
    while (NumKept)
      free(Kept[--NumKept]);
  else if (sscanf(Line, "threads %ld %ld", &T, &N) == 2) {
    Taking = T;
    OfEach = N;
    pthread_barrier_wait(&Begin);
    pthread_barrier_wait(&End);
  } else if (!strcmp(Line, "run")) {
    Running = true;
    sem_post(&Start);
  } else if (!strcmp(Line, "rest"))
    Running = false;
  else if (!strcmp(Line, "same")) {
    if (addressOfMalloc() != FirstMalloc)
      _exit(9);
  } else if (!strcmp(Line, "mix")) {
    pthread_t Other;
    pthread_create(&Other, nullptr, mix, nullptr);
    mix(nullptr);
    pthread_join(Other, nullptr);
  } else if (!strcmp(Line, "turn"))
    for (const long First = Turns; Turns < First + 1000;)
      sched_yield();
  else if (!strcmp(Line, "exec"))
    execl("/proc/self/exe", "attachable", nullptr);
  else if (!strcmp(Line, "child")) {
    if (fork() == 0) {
      own(1000);
      _exit(0);
    }
    ::wait(nullptr);
  }
}

int serve() {
  answer("ready\n");
  for (char Line[100]; nextLine(Line, sizeof(Line)) && strcmp(Line, "quit");) {
    obey(Line);
    answer("done\n");
  }
  answer("bye\n");
  return 7;
}
} // namespace

int main(int Count, char **) {
  FirstMalloc = addressOfMalloc();
  if (Count > 1) {
    Poll = epoll_create1(0);
    epoll_event Event = {EPOLLIN, {nullptr}};
    epoll_ctl(Poll, EPOLL_CTL_ADD, 0, &Event);
    return serve();
  }
  pthread_barrier_init(&Begin, nullptr, MostThreads + 1);
  pthread_barrier_init(&End, nullptr, MostThreads + 1);
  sem_init(&Start, 0, 0);
  pthread_t Thread;
  for (long I = 0; I != MostThreads; ++I)
    pthread_create(&Thread, nullptr, wait, reinterpret_cast<void *>(I));
  pthread_create(&Thread, nullptr, churn, nullptr);
  return serve();
}
