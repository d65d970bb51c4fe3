// Blocks of 24 bytes come and go while many live; each round of the scope
// "round" makes blocks of many sizes that end with it, and those of the scope
// "leaky" do not.
#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <vector>

/// That the compiler does not leave out.
static void *block(size_t Size) {
  void *volatile Its = std::malloc(Size);
  return Its;
}

static void *item() { return block(24); }

static void round(unsigned Number) {
  anomalloc::Scope Its("round");
  std::vector<void *> Blocks;
  for (unsigned I = 0; I != 3000; ++I)
    Blocks.push_back(block(520 + (Number + I) % 1000));
  for (void *Block : Blocks)
    std::free(Block);
}

static void *leaky() {
  anomalloc::Scope Its("leaky");
  void *Last = nullptr;
  for (unsigned I = 0; I != 100; ++I) {
    std::free(Last);
    Last = block(2000);
  }
  return Last;
}

int main() {
  std::vector<void *> Items(20000);
  unsigned Seed = 1;
  for (int I = 0; I != 400000; ++I) {
    Seed = Seed * 1103515245 + 12345;
    void *&Place = Items[Seed / 65536 % Items.size()];
    std::free(Place);
    Place = item();
  }
  for (unsigned I = 0; I != 100; ++I)
    round(I);
  std::vector<void *> Leaked;
  for (unsigned I = 0; I != 200; ++I)
    Leaked.push_back(leaky());
  for (void *Block : Leaked)
    std::free(Block);
}
