"""usage: random_calls.py SEED

Writes a C++ program of functions that make, free and hand around blocks, call
each other, throw, catch and jump, in three threads, by chance. It keeps its own
account of its calls, and prints it as activations.py does of a report: who
freed how many blocks (a size for each function), and how many of them while the
call that made them still ran."""
import random
import sys

chance = random.Random(int(sys.argv[1]))
FUNCTIONS = 12

print(r"""
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <thread>

#define FUNCTION __attribute__((noinline)) static

// The calls of a thread by serial number, outermost first.
static thread_local long Calls[64], NewestCall;
static thread_local int NumCalls;
static thread_local jmp_buf Buffers[64];
static thread_local int NumBuffers;
static long Freed[64], Same[64];

static thread_local unsigned long State;
static unsigned drawn() {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return State >> 11;
}

struct Slot {
  void *Block;
  int Size;
  long Call;
};
static thread_local Slot Slots[32];

static void account(int Size, bool IsSame) {
  __atomic_fetch_add(&Freed[Size - 1000], 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&Same[Size - 1000], IsSame, __ATOMIC_RELAXED);
}
FUNCTION void drop(Slot &S) {
  if (!S.Block)
    return;
  bool Runs = false;
  for (int I = 0; I < NumCalls; ++I)
    Runs |= Calls[I] == S.Call;
  account(S.Size, Runs);
  free(S.Block);
  S.Block = nullptr;
}
FUNCTION void dropAny() { drop(Slots[drawn() % 32]); }
static inline __attribute__((always_inline)) void keep(void *Block, int Size) {
  Slot &S = Slots[drawn() % 32];
  drop(S);
  S = {Block, Size, Calls[NumCalls - 1]};
}
struct Thrown {};
""")
for i in range(FUNCTIONS):
    print(f"FUNCTION int f{i}(int Left);")


def statement(i):
    size, callee = 1000 + i, chance.randrange(FUNCTIONS)
    return chance.choice([
        f"keep(malloc({size}), {size});",
        f"keep(new char[{size}], {size});",
        "dropAny();",
        f"if (Left > 0 && drawn() % 2) Sum += f{callee}(Left - 1);",
        f"if (Left > 0) Sum += f{callee}(Left - 1);",
        "if (drawn() % 40 == 0 && Left < 9) throw Thrown();",
        "if (drawn() % 60 == 0 && NumBuffers) longjmp(Buffers[NumBuffers - 1], 1);",
        f"{{ void *P = malloc({size}); asm volatile(\"\" : : \"r\"(P) : \"memory\");"
        f" account({size}, true); free(P); }}",
    ])


for i in range(FUNCTIONS):
    body = [statement(i) for _ in range(chance.randrange(3, 8))]
    kind = chance.choice(["catches", "lands", "neither", "neither"])
    if kind != "lands" and chance.random() < 0.3:
        body.insert(chance.randrange(len(body)),
                    "if (drawn() % 5 == 0) { NumCalls = Mine - 1; return Sum; }")
    back = "NumCalls = Mine; NumBuffers = MyBuffers; dropAny();"
    if kind == "catches":
        body = ["try {", *body, "} catch (Thrown &) {", back, "}"]
    elif kind == "lands":
        body = ["if (NumBuffers < 60 && setjmp(Buffers[NumBuffers]) == 0) {",
                "++NumBuffers;", *body, "NumBuffers = MyBuffers; } else {", back, "}"]
    print(f"FUNCTION int f{i}(int Left) {{",
          "int Sum = 1; Calls[NumCalls++] = ++NewestCall;",
          "const int Mine = NumCalls, MyBuffers = NumBuffers;",
          f"keep(malloc({1000 + i}), {1000 + i});",
          *body, "NumCalls = Mine - 1; return Sum; }", sep="\n  ")

print(r"""
static void run(unsigned long Seed) {
  State = Seed;
  Calls[0] = ++NewestCall;
  NumCalls = 1;
  for (int I = 0; I < 1000; ++I) {
    void *Mine = malloc(900); // So that this function tells of its calls, too.
    asm volatile("" : : "r"(Mine) : "memory");
    try {
      f0(10);
    } catch (Thrown &) {
    }
    NumCalls = 1;
    NumBuffers = 0;
    free(Mine);
  }
  for (Slot &S : Slots)
    drop(S);
}

int main() {
  std::thread A([] { run(77777); }), B([] { run(1234567); });
  run(987654321);
  A.join();
  B.join();
  for (int I = 0; I < 64; ++I)
    if (Freed[I])
      std::printf("%d: %ld freed, %ld known, %ld same\n", 1000 + I, Freed[I],
                  Freed[I], Same[I]);
}
""")
