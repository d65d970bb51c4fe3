// A function in a namespace without a name.
#include <cstdlib>

namespace {
__attribute__((noinline)) void *take() {
  void *volatile Block = std::malloc(3);
  return Block;
}
} // namespace

int main() { std::free(take()); }
