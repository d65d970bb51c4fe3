// What nobody reads of a class is told by the names of its members: those of a
// base class, of a member's class, of elements of an array, bit fields, unions.
// Padding is no member, nor are pointers to virtual functions. What a union
// holds is told only if nobody reads any of it.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/program
// RUN: %anomalloc record --quiet --mode=access --output=%t/profile %t/program
// RUN: %anomalloc report --only=access --top=0 --width=400 --no-probe %t/profile > %t/access.txt
// RUN: FileCheck %s --input-file=%t/access.txt
// RUN: %anomalloc report --only=findings --top=0 --width=400 --no-probe %t/profile > %t/findings.txt
// RUN: FileCheck %s --check-prefix=FINDING --input-file=%t/findings.txt
// RUN: rm %t/program
// RUN: %anomalloc report --only=findings --top=0 --width=400 --no-probe %t/profile > %t/gone.txt
// RUN: FileCheck %s --check-prefix=GONE --input-file=%t/gone.txt

// CHECK: makeMany<Route>()
// CHECK: nobody reads bytes 8-47, 56-79 and 88-119: At.Y (double), At.Z (double), Corners[0] (Place), Corners[1].Y (double), Corners[1].Z (double), Lengths[0] and 2 more
// CHECK: makeMany<Square>()
// CHECK: nobody reads bytes 16-87: Color (long), Name (long), Spare (long[6])
// CHECK: makeMany<geometry::Node<long>>()
// CHECK: nobody reads bytes 8-15, 24-39 and 48-63: Stamp (long), Old (unsigned int), Kind (unsigned int), Flags (int), Number or Weight, Next (Node<long> *)
// CHECK: makeMany<Padded>()
// CHECK: nobody reads bytes 16-63{{$}}

// FINDING: unread-fields: bytes 8 to 47, 56 to 79, 88 to 119 of 120 are read in no block by code compiled with -anomalloc-access: At.Y (double), {{.*}} and 2 more; 1,000 blocks lived at the peak; 2,000 others alike

// Without the program, only offsets are known, and padding looks like a member.
// GONE: unread-fields: bytes 16 to 47, 64 to 79, 96 to 119 of 120 are read in no block by code compiled with -anomalloc-access; 1,000 blocks lived at the peak; 3,000 others alike

#include <cstdio>
#include <memory>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

namespace geometry {
struct Base {
  long Key = 1, Stamp = 2;
};

struct Place {
  double X = 1, Y = 2, Z = 3;
};

template <typename T> struct Node : Base {
  T Value = 3;                // From byte 16 on.
  unsigned Old : 3, Kind : 5; // 24
  int Flags = 4;              // 28
  union {
    long Number;
    double Weight = 5;
  };                          // 32
  union {
    long Count[2] = {6, 7};
    Place *Where;
  } Used;                     // 40
  Node *Next = nullptr;       // 56
  static int Nodes;
};
} // namespace geometry

struct Route {
  geometry::Place At;         // From byte 0 on.
  geometry::Place Corners[2]; // 24
  double Lengths[5] = {1};    // 72
  const char *Label = "";     // 112
};

struct alignas(64) Padded {
  long A = 1, B = 2;
};

struct Shape {
  virtual ~Shape() {}
  long Area = 1, Color = 2;
};

struct Named {
  virtual ~Named() {}
  long Name = 3, Spare[6] = {1, 2, 3, 4, 5, 6};
};

/// Named's pointer to virtual functions lies in the middle.
struct Square : Shape, Named {};

template <typename T> static auto makeMany() {
  std::vector<std::unique_ptr<T>> All;
  for (int I = 0; I < 1000; ++I) {
    All.push_back(std::make_unique<T>());
    use(All.back().get());
  }
  return All;
}

int main() {
  auto Nodes = makeMany<geometry::Node<long>>();
  auto Routes = makeMany<Route>();
  auto Pads = makeMany<Padded>();
  auto Squares = makeMany<Square>();
  double Sum = 0;
  for (auto &N : Nodes)
    Sum += double(N->Key) + double(N->Value) + double(N->Used.Count[0]);
  for (auto &N : Routes)
    Sum += N->At.X + N->Corners[1].X + N->Lengths[1];
  for (auto &N : Pads)
    Sum += double(N->A + N->B);
  for (auto &N : Squares)
    Sum += double(N->Area);
  std::printf("%g\n", Sum);
}
