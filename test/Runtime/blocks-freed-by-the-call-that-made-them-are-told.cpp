// Sizes name the cases. "Same": freed while the call of the function that made
// the block still ran; a later call of it, a caller, a handler or another thread
// is none.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O0 -g -pthread -mllvm -anomalloc-activations=1 %s -o %t/O0
// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread -mllvm -anomalloc-activations=1 %s -o %t/O1
// RUN: %anomalloc c++ -std=c++17 -O2 -pthread -mllvm -anomalloc-activations=1 %s -o %t/O2
// RUN: %anomalloc c++ -std=c++17 -O3 -g -pthread -fomit-frame-pointer -mllvm -anomalloc-activations=1 %s -o %t/O3
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p0 %t/O0
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p1 %t/O1
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p2 %t/O2
// RUN: %anomalloc record --quiet --mode=lifetime+stacks --output=%t/p3 %t/O3
// RUN: %anomalloc report --json --no-probe %t/p0 > %t/0.json
// RUN: %anomalloc report --json --no-probe %t/p1 > %t/1.json
// RUN: %anomalloc report --json --no-probe %t/p2 > %t/2.json
// RUN: %anomalloc report --json --no-probe %t/p3 > %t/3.json
// RUN: %python %S/Inputs/activations.py %t/0.json | FileCheck %s
// RUN: %python %S/Inputs/activations.py %t/1.json | FileCheck %s
// RUN: %python %S/Inputs/activations.py %t/2.json | FileCheck %s
// RUN: %python %S/Inputs/activations.py %t/3.json | FileCheck %s

// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-activations=1 %s -o %t/static
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p4 %t/static
// RUN: %anomalloc report --json --no-probe %t/p4 > %t/4.json
// RUN: %python %S/Inputs/activations.py %t/4.json | FileCheck %s

// Without the option nothing is known; the same program without recording is
// the same.
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread %s -o %t/without
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p %t/without
// RUN: %anomalloc report --json --no-probe %t/p > %t/json
// RUN: %python %S/Inputs/activations.py %t/json | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: {{[1-9][0-9]*}} known
// WITHOUT: 1010: 100 freed, 0 known, 0 same
// WITHOUT-NOT: {{[1-9][0-9]*}} known
// RUN: env ANOMALLOC_OPTIONS=mode=off %t/O2

#include <condition_variable>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#define FUNCTION __attribute__((noinline)) static

static void *volatile Kept, *volatile Old;

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

FUNCTION void freeKept() {
  free(Kept);
  asm volatile("");
}

// Blocks of no size do not move the clock.
// CHECK: {{^}}0: 100 freed, 0 known, 0 same
FUNCTION void ofNoSize() {
  void *Block = malloc(0);
  use(Block);
  free(Block);
}

//===--- Of the same call -------------------------------------------------===//

// CHECK: 1010: 100 freed, 100 known, 100 same
FUNCTION void local() {
  std::unique_ptr<char[]> Block(new char[1010]);
  use(Block.get());
}

// CHECK: 1011: 300 freed, 300 known, 300 same
FUNCTION int severalReturns(int I) {
  char *Block = static_cast<char *>(malloc(1011));
  use(Block);
  if (I % 3 == 0) {
    free(Block);
    return 1;
  }
  if (I % 3 == 1) {
    free(Block);
    return I;
  }
  use(&I);
  free(Block);
  return 7;
}

// Made by out-of-line functions of the library.
// CHECK: 1012: 100 freed, 100 known, 100 same
FUNCTION void vectorOf() {
  std::vector<int> V;
  V.reserve(1012 / 4);
  use(V.data());
}

// CHECK: 1013: 100 freed, 100 known, 100 same
FUNCTION void temporaryString(const char *Text) {
  std::string S(Text);
  S.append(1012, 'x');
  use(S.data());
}

// Freed by what the function calls.
// CHECK: 1014: 100 freed, 100 known, 100 same
FUNCTION int freedBelow() {
  Kept = malloc(1014);
  freeKept();
  return 1;
}

// CHECK: 1015: 100 freed, 100 known, 100 same
// CHECK: 1016: 100 freed, 100 known, 100 same
FUNCTION void moved() {
  void *Block = malloc(1015);
  use(Block);
  Block = realloc(Block, 1016);
  use(Block);
  free(Block);
}

// Each level frees its own.
// CHECK: 1017: 1000 freed, 1000 known, 1000 same
FUNCTION void ownInRecursion(int Level) {
  char *Block = new char[1017];
  use(Block);
  if (Level)
    ownInRecursion(Level - 1);
  delete[] Block;
}

FUNCTION void throws() {
  void *Block = malloc(8);
  use(Block);
  free(Block);
  throw 1;
}
FUNCTION void throwsDeeper(int Level) {
  std::unique_ptr<char[]> Block(new char[9]);
  use(Block.get());
  Level ? throwsDeeper(Level - 1) : throws();
}

// What it calls was left by an exception; the block is from before, and another
// from behind.
// CHECK: 1018: 100 freed, 100 known, 100 same
// CHECK: 1019: 100 freed, 100 known, 100 same
FUNCTION void aroundCatch() {
  void *Block = malloc(1018), *Next = nullptr;
  use(Block);
  try {
    throwsDeeper(3);
  } catch (int) {
    Next = malloc(1019);
  }
  use(Next);
  free(Block);
  free(Next);
}

// Its last act frees, and others may call it.
// CHECK: 1020: 100 freed, 100 known, 100 same
__attribute__((noinline)) void freesLast() {
  char *Block = new char[1020];
  use(Block);
  delete[] Block;
}

// What the element does is inlined into the library's growing: that stays a part
// of the call that wants an element more.
// CHECK: 1021: 100 freed, 100 known, 100 same
struct Element {
  Element() {}
  Element(const Element &) {
    void *Block = malloc(14);
    use(Block);
    free(Block);
  }
  char Bytes[1021];
};
FUNCTION void growsByUsersCode() {
  std::vector<Element> Elements;
  Elements.push_back(Element());
  Elements.push_back(Element());
}

//===--- Of none, or of another call --------------------------------------===//

// CHECK: 1030: 99 freed, 99 known, 0 same
FUNCTION void newThenFree() {
  void *New = malloc(1030);
  use(New);
  free(Old);
  Old = New;
}

// CHECK: 1031: 99 freed, 99 known, 0 same
static void *Other;
FUNCTION void freeThenNew() {
  free(Other);
  Other = malloc(1031);
  use(Other);
}

// CHECK: 1032: 100 freed, 100 known, 0 same
FUNCTION void *returned() { return malloc(1032); }
FUNCTION void takes() {
  std::unique_ptr<char[]> Mine(new char[10]);
  use(Mine.get());
  void *Block = returned();
  use(Block);
  free(Block);
}

// The outer call frees what the inner one has made, and the other way round.
// CHECK: 1033: 900 freed, 900 known, 0 same
// CHECK: 1034: 1000 freed, 1000 known, 1000 same
FUNCTION void innerInRecursion(int Level) {
  void *Mine = malloc(1034);
  Kept = Mine;
  if (Level) {
    innerInRecursion(Level - 1);
    free(Kept);
  }
  free(Mine);
  Kept = Level < 9 ? malloc(1033) : nullptr;
}

// CHECK: 1035: 100 freed, 100 known, 0 same
FUNCTION void throwsWithBlock() {
  Kept = malloc(1035);
  throw 1;
}
FUNCTION void between() {
  throwsWithBlock();
  use(&Kept);
}
FUNCTION void catches() { // It has no block of its own.
  try {
    between();
  } catch (int) {
    free(Kept);
  }
}

// CHECK: 1036: 100 freed, 100 known, 0 same
struct FreesKept {
  ~FreesKept() { free(Kept); }
};
FUNCTION void throwsAnother() {
  Kept = malloc(1036);
  throw 1;
}
FUNCTION void cleansUp() {
  FreesKept Cleanup;
  throwsAnother();
}
FUNCTION void catchesBehind() {
  try {
    cleansUp();
  } catch (int) {
    use(&Kept);
  }
}

// CHECK: 1037: 100 freed, 100 known, 0 same
static jmp_buf Back;
FUNCTION void jumps() {
  Kept = malloc(1037);
  longjmp(Back, 1);
}
FUNCTION void jumpsDeeper() {
  void *volatile Lost = malloc(11);
  use(Lost);
  jumps();
}
FUNCTION void lands() {
  if (setjmp(Back) == 0)
    jumpsDeeper();
  free(Kept);
}

// The other thread has calls as deep as this one, and for longer.
// CHECK: 1038: 100 freed, 100 known, 0 same
static std::mutex Mutex;
static std::condition_variable Changed;
static void *ForOther;
FUNCTION void freesForOthers(int Level) {
  void *Mine = malloc(13);
  use(Mine);
  if (Level)
    freesForOthers(Level - 1);
  for (int I = 0; Level == 0 && I < 100; ++I) {
    std::unique_lock Lock(Mutex);
    Changed.wait(Lock, [] { return ForOther; });
    free(ForOther);
    ForOther = nullptr;
    Changed.notify_all();
  }
  free(Mine);
}
FUNCTION void otherThread() {
  void *Block = malloc(1038);
  std::unique_lock Lock(Mutex);
  ForOther = Block;
  Changed.notify_all();
  Changed.wait(Lock, [] { return !ForOther; });
}

// A new thread has activations of its own.
// CHECK: 1039: 100 freed, 100 known, 100 same
FUNCTION void inThread() {
  void *Block = malloc(1039);
  use(Block);
  free(Block);
}

// The handler's block is not that of the function it interrupts.
// CHECK: 1040: 100 freed, 100 known, 0 same
// CHECK: 1041: 100 freed, 100 known, 100 same
FUNCTION void handler(int) {
  Kept = malloc(1040);
  void *Mine = malloc(1041);
  use(Mine);
  free(Mine);
}
FUNCTION void interrupted() {
  void *Mine = malloc(12);
  use(Mine);
  raise(SIGUSR1);
  free(Kept);
  free(Mine);
}

// Too deep to be told; what is above is told as ever.
// CHECK: 1042: 1 freed, 1 known, 1 same
// CHECK: 1043: 3000 freed, 1021 known, 1021 same
// CHECK: 1044: 1 freed, 1 known, 0 same
FUNCTION void deep(int Level) {
  void *Mine = malloc(1043);
  use(Mine);
  if (Level)
    deep(Level - 1);
  free(Mine);
}
FUNCTION void aboveDeep() {
  void *Mine = malloc(1042);
  use(Mine);
  deep(2999);
  free(Mine);
  Kept = malloc(1044);
}

// Between its calls nothing is made.
// CHECK: 1045: 99 freed, 99 known, 0 same
static void *Third;
FUNCTION void againAtOnce() {
  free(Third);
  Third = malloc(1045);
  use(Third);
}

// A constructor and a destructor are two calls.
// CHECK: 1046: 100 freed, 100 known, 0 same
struct Owner {
  __attribute__((noinline)) Owner() : Block(malloc(1046)) {}
  __attribute__((noinline)) ~Owner() { free(Block); }
  void *Block;
};
FUNCTION void owns() {
  Owner O;
  use(&O);
}

int main() {
  signal(SIGUSR1, handler);
  for (int I = 0; I < 100; ++I)
    againAtOnce();
  std::thread Other(freesForOthers, 9);
  for (int I = 0; I < 100; ++I) {
    ofNoSize();
    local();
    for (int J = 0; J < 3; ++J)
      severalReturns(J);
    vectorOf();
    temporaryString("");
    freedBelow();
    moved();
    ownInRecursion(9);
    aroundCatch();
    growsByUsersCode();
    freesLast();
    newThenFree();
    freeThenNew();
    takes();
    innerInRecursion(9);
    catches();
    catchesBehind();
    lands();
    otherThread();
    std::thread(inThread).join();
    interrupted();
    owns();
  }
  Other.join();
  aboveDeep();
  freeKept();
}
