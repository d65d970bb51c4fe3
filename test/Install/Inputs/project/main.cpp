#include <anomalloc/anomalloc.h>
#include <cstdlib>

__attribute__((noinline)) void take(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = std::malloc(1000);
    std::free(Block);
  }
}
void work() { take(3); }
void other() { take(4); }

int main() {
  work();
  other();
  anomalloc::Phase Named("named");
  take(5);
}
