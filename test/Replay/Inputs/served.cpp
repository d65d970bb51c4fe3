// Blocks for pools and arenas. Threads free blocks of 40 bytes of each other;
// the main thread makes and frees blocks of 24 bytes, resizes some, keeps 1000
// of 56 bytes, and runs scopes whose blocks die with them, but for one.
#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <thread>
#include <vector>

/// That the compiler does not leave out.
static void *block(size_t Size) {
  void *volatile Its = std::malloc(Size);
  return Its;
}

static void frame(int Number) {
  anomalloc::Scope Its("frame");
  std::vector<void *> Blocks;
  for (int I = 0; I != 100; ++I)
    Blocks.push_back(std::malloc(16 + (Number + I) % 70));
  {
    anomalloc::Scope Inner("inner");
    for (int I = 0; I != 10; ++I)
      Blocks.push_back(std::calloc(1, 10000));
    for (int I = 0; I != 10; ++I, Blocks.pop_back())
      std::free(Blocks.back());
  }
  if (Number % 2) // Twice at once.
    frame(Number - 1);
  Blocks.front() = std::realloc(Blocks.front(), 20000);
  for (void *Block : Blocks)
    std::free(Block);
}

static void *leak() {
  anomalloc::Scope Its("leaky");
  void *Kept = nullptr;
  for (int I = 0; I != 100; ++I)
    if (void *Block = std::malloc(33); I == 50)
      Kept = Block;
    else
      std::free(Block);
  return Kept;
}

int main() {
  for (int Round = 0; Round != 3; ++Round) {
    std::vector<void *> Made;
    std::thread([&] {
      for (int I = 0; I != 5000; ++I)
        Made.push_back(std::malloc(40));
    }).join();
    std::thread([&] {
      for (void *Block : Made)
        std::free(Block);
    }).join();
  }
  std::vector<void *> Kept;
  for (int I = 0; I != 20000; ++I) {
    void *Block = std::malloc(24);
    if (I % 100 == 0)
      Block = std::realloc(Block, I % 200 ? 56 : 2000);
    if (I % 20 == 0)
      Kept.push_back(std::malloc(56));
    std::free(Block);
  }
  for (int I = 0; I != 50; ++I)
    frame(I);
  void *Leaked = leak();
  {
    anomalloc::Phase All("crowd");
    std::thread([] { std::free(block(77)); }).join();
    std::free(block(77));
  }
  std::free(Leaked);
}
