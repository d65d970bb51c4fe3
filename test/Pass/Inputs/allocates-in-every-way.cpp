// Every shape of AllocFunctions.def, successful and failed, through calls and
// invokes; pools; leading calls; exceptions. What it prints must not change.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

struct Foo {
  int Values[6];
  virtual ~Foo() {}
};
struct alignas(64) Aligned {
  char Bytes[64];
};
struct Own {
  int X;
  static void *operator new(size_t N);
  static void operator delete(void *P) { free(P); }
};
__attribute__((noinline)) void *Own::operator new(size_t N) { return malloc(N); }
struct Thrower {
  Thrower() { throw 1; }
  char Bytes[40];
};

static volatile size_t Dynamic = 33;
static void *volatile Sink;
static unsigned long Checks;

template <class T> static T *use(T *P) {
  Sink = (void *)P;
  Checks = Checks * 2 + (P != nullptr);
  return P;
}

__attribute__((noinline)) static void run(int N) {
  size_t Huge = (size_t)1 << 62 >> (Dynamic - 33);
  for (int I = 0; I < N; ++I)
    delete use(new Foo);
  free(use(malloc(24)));
  free(use(malloc(Dynamic)));
  free(use(calloc(3, 8)));
  free(use(calloc(Dynamic, ~0ul / 4))); // Overflows.
  free(use(calloc(Dynamic, 4)));
  free(use(malloc(Huge))); // Fails.
  delete[] use(new char[Dynamic]);
  delete[] use(new (std::nothrow) char[Huge]); // Fails.
  delete use(new (std::nothrow) long);
  delete use(new Aligned);
  delete[] use(new (std::nothrow) Aligned[3]);
  delete use(new Own);
  void *Out = nullptr;
  Checks += posix_memalign(&Out, 64, 100);
  free(use(Out));
  Checks += posix_memalign(&Out, 3, 100); // Fails.
  free(use(realloc(use(realloc(nullptr, 50)), 70)));
  free(use(reallocarray(nullptr, Dynamic, 2)));
  free(use(aligned_alloc(64, 128)));
  free(use(memalign(64, Dynamic)));
  free(use(strdup("hello")));
  try {
    use(new Thrower);
  } catch (int) {
    ++Checks;
  }
  try {
    use(new char[Huge]);
  } catch (std::bad_alloc &) {
    ++Checks;
  }
  std::vector<int> Numbers;
  for (int I = 0; I < (int)Dynamic; ++I)
    Numbers.push_back(I);
  use(&Numbers);
  std::string Text(Dynamic, 'x');
  Text += "yyyyyyyyyyyyyyyyyyyyyyyyyyy";
  Text += Text;
  use(&Text);
  try {
    std::string Long;
    Long.resize((size_t)-2);
  } catch (...) {
    ++Checks;
  }
  auto Shared = std::make_shared<Foo>();
  use(&Shared);
  printf("%zu %zu %lu\n", Numbers.size(), Text.size(), Checks);
}

int main() { run(5); }
