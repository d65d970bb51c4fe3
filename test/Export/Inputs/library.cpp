// Compiled without the pass.
#include <cstdlib>

void *inLibrary(size_t Size) {
  void *volatile Block = std::malloc(Size);
  return Block;
}

void *inOther(size_t Size) {
  void *volatile Block = std::malloc(Size);
  return Block;
}
