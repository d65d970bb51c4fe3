// As in the plain program, wherever its C++ library is, and whichever runtime it
// has: the new handler is asked in a loop, what it throws goes on, and in the
// end there is std::bad_alloc, or null from the nothrow forms.

// RUN: %python %S/Inputs/failed_new.py %clangxx %anomalloc "%t" %s | FileCheck %s
// RUN: %if libcxx %{ %python %S/Inputs/failed_new.py %clangxx %anomalloc "%t" %s -stdlib=libc++ | FileCheck %s %}
// CHECK: {{^}}shared library, shared runtime: same, same{{$}}
// CHECK-NEXT: {{^}}shared library, static runtime: same, same{{$}}
// CHECK-NEXT: {{^}}static library, shared runtime: same, same{{$}}
// CHECK-NEXT: {{^}}static library, static runtime: same, same{{$}}
// CHECK-NEXT: {{^}}static library, before the whole runtime: same, same{{$}}
// CHECK-NEXT: {{^}}none of it is reached: out of memory, and the std::bad_alloc {{.*}} link with
// CHECK-NEXT: {{^}}ended by signal 6{{$}}

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>

struct alignas(128) Wide {
  char Bytes[128];
};

static volatile size_t TooMuch = size_t(1) << 62;
static volatile size_t TooMany = TooMuch / sizeof(Wide);
static void *volatile Sink;
static int Calls;

template <typename New> static void attempt(const char *Form, New Allocate) {
  Calls = 0;
  std::printf("  %s: ", Form);
  try {
    Sink = Allocate();
    std::printf("%s", Sink ? "a block" : "null");
  } catch (const std::bad_alloc &) {
    std::printf("bad_alloc");
  } catch (int Number) {
    std::printf("%d", Number);
  }
  std::printf(", %d calls\n", Calls);
}

static void attemptAll(const char *Handler) {
  std::printf("%s\n", Handler);
  attempt("new", [] { return operator new(TooMuch); });
  attempt("new[]", [] { return new char[TooMuch]; });
  attempt("nothrow", [] { return operator new(TooMuch, std::nothrow); });
  attempt("nothrow[]", [] { return new (std::nothrow) char[TooMuch]; });
  attempt("aligned",
          [] { return operator new(TooMuch, std::align_val_t(128)); });
  attempt("aligned[]", [] { return new Wide[TooMany]; });
  attempt("aligned nothrow", [] {
    return operator new(TooMuch, std::align_val_t(128), std::nothrow);
  });
  attempt("aligned nothrow[]",
          [] { return new (std::nothrow) Wide[TooMany]; });
}

static const size_t BallastSize = size_t(300) << 20;
static void *Ballast;

static void freeBallast() {
  ++Calls;
  munmap(Ballast, BallastSize);
  Ballast = nullptr;
}

/// Address space runs out, and the handler gives some back.
static void runOut() {
  Ballast = mmap(nullptr, BallastSize, PROT_READ,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  size_t Pages = 0;
  std::ifstream("/proc/self/statm") >> Pages;
  rlimit Limit = {};
  getrlimit(RLIMIT_AS, &Limit);
  Limit.rlim_cur = Pages * 4096 + (size_t(32) << 20);
  setrlimit(RLIMIT_AS, &Limit);
  std::set_new_handler(freeBallast);
  attempt("memory that was freed", [] { return new char[200 << 20]; });
  delete[] static_cast<char *>(Sink);
  std::printf("  ballast is %s\n", Ballast ? "kept" : "gone");
}

int main(int Argc, char **) {
  attemptAll("no handler");
  std::set_new_handler([] {
    ++Calls;
    throw std::bad_alloc();
  });
  attemptAll("throws bad_alloc");
  std::set_new_handler([] {
    ++Calls;
    throw 42;
  });
  attemptAll("throws another");
  std::printf("gives up\n");
  for (bool Throws : {true, false}) {
    std::set_new_handler([] {
      if (++Calls == 3)
        std::set_new_handler(nullptr);
    });
    attempt("new", [=] {
      return Throws ? operator new(TooMuch)
                    : operator new(TooMuch, std::nothrow);
    });
  }
  runOut();
  std::set_new_handler([] {
    std::printf("exits\n");
    std::exit(3);
  });
  Sink = new char[TooMuch];
  return Argc;
}
