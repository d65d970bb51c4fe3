// Two functions that call each other, and a third from each depth: what is called
// below a recursion is also called above it.
#include <cstdlib>

namespace {
void *volatile Sink;

__attribute__((noinline)) void take(int Size) {
  Sink = malloc(Size);
  free(Sink);
}

__attribute__((noinline)) void odd(int Levels);

__attribute__((noinline)) void even(int Levels) {
  take(16 + Levels);
  if (Levels > 0)
    odd(Levels - 1);
  Sink = nullptr; // No tail call.
}

__attribute__((noinline)) void odd(int Levels) {
  take(64 + Levels);
  if (Levels > 0)
    even(Levels - 1);
  if (Levels > 2)
    odd(Levels - 2);
  Sink = nullptr;
}
} // namespace

int main() {
  odd(1);
  even(6);
}
