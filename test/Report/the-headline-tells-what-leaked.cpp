// However little it is, one line of the headline tells what lived at the end, and
// --leaks where it was made.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O0 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --mode=lifetime --output=leaks ./program all
// RUN: %anomalloc report --no-probe --only=headline,findings --width=100 leaks | FileCheck %s
// RUN: %anomalloc report --no-probe --only=findings --leaks --top=0 leaks > text
// RUN: FileCheck %s --input-file=text --check-prefix=HALF
// RUN: FileCheck %s --input-file=text --check-prefix=CYCLE
// RUN: FileCheck %s --input-file=text --check-prefix=LOST
// RUN: %anomalloc record --quiet --mode=lifetime --output=none ./program
// RUN: %anomalloc report --no-probe --only=headline none | FileCheck %s --check-prefix=NONE
// RUN: %anomalloc record --quiet --output=counts ./program all
// RUN: %anomalloc report --no-probe --only=headline counts | FileCheck %s --check-prefix=COUNT
// REQUIRES: runtime, cli
// CHECK: leaked: 33 blocks, {{.*}} of 3 sites; {{.*}}--leaks shows
// CHECK: nothing stands out
// NONE: leaked: nothing
// COUNT: ended in order
// COUNT-NOT: leaked
#include <cstring>
#include <memory>

// HALF: half(int) @ {{.*}}.cpp:[[#@LINE+4]] <- operator new[]
// HALF: leak: 30 of 60 blocks, 30,000 bytes, lived when the program ended
void half(int Keep) {
  for (int I = 0; I < 60; ++I) {
    char *P = new char[1000];
    if (I % 2 || !Keep)
      delete[] P;
  }
}

// CYCLE: leak: 2 of 2 blocks
struct Node { std::shared_ptr<Node> Next; };
void cycle() {
  auto A = std::make_shared<Node>(), B = std::make_shared<Node>();
  A->Next = B;
  B->Next = A;
}

// LOST: leak: 1 of 1 blocks, 77 bytes, lived when the program ended
void lost() { std::memset(new char[77], 0, 77); }

int main(int Argc, char **) {
  half(Argc - 1);
  if (Argc > 1) {
    cycle();
    lost();
  }
}
