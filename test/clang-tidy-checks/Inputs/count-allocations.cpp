// Linked into tests with `RUN-FIXED: ... fewer-allocations`: writes the number
// of calls of operator new to $ALLOCATIONS_FILE at exit.

#include <cstdio>
#include <cstdlib>
#include <new>

static long Allocations;

void *operator new(std::size_t Size) {
  ++Allocations;
  if (void *Block = std::malloc(Size ? Size : 1))
    return Block;
  std::abort();
}
void operator delete(void *Block) noexcept { std::free(Block); }
void operator delete(void *Block, std::size_t) noexcept { std::free(Block); }

namespace {
struct AtExit {
  ~AtExit() {
    const char *Name = std::getenv("ALLOCATIONS_FILE");
    std::FILE *File = Name ? std::fopen(Name, "w") : nullptr;
    if (!File)
      std::abort();
    std::fprintf(File, "%ld\n", Allocations);
    std::fclose(File);
  }
} Writer;
} // namespace
