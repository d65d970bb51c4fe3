// The births and deaths of containers that grow have a way of their own in the
// runtime. So do deaths while more is live than ever before.

// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile > %t.accesses
// RUN: FileCheck %s < %t.accesses
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access+stacks --output=%t.profile %t
// RUN: %accesses %t.profile > %t.accesses
// RUN: FileCheck %s < %t.accesses
// CHECK-DAG: size 8: made 50 blocks 50 read_bytes 400 written_bytes 400
// CHECK-DAG: size 16: made 50 blocks 50 read_bytes 800 written_bytes 800
// CHECK-DAG: size 32: made 50 blocks 50 read_bytes 1600 written_bytes 1600
// CHECK-DAG: size 64: made 50 blocks 50 read_bytes 3200 written_bytes 3200
// CHECK-DAG: size 128: made 50 blocks 50 read_bytes 6400 written_bytes 6400
// CHECK-DAG: size 256: made 50 blocks 50 read_bytes 12800 written_bytes 12800
// CHECK-DAG: size 512: made 50 blocks 50 read_bytes 25600 written_bytes 25600
// CHECK-DAG: size 1024: made 50 blocks 50 read_bytes 40000 written_bytes 40000
// CHECK-DAG: size 24: made 1000 blocks 1000 read_bytes 8000 written_bytes 8000

#include <cstddef>
#include <cstring>

class Numbers {
public:
  Numbers() = default;
  Numbers(const Numbers &) = delete;
  Numbers &operator=(const Numbers &) = delete;
  ~Numbers() { delete[] Begin; }

  void push(long Number) {
    if (Size == Room)
      grow();
    Begin[Size++] = Number;
  }

  long sum() const {
    long Sum = 0;
    for (size_t I = 0; I < Size; ++I)
      Sum += Begin[I];
    return Sum;
  }

private:
  __attribute__((noinline)) void grow() {
    const size_t NewRoom = Room ? 2 * Room : 1;
    long *New = new long[NewRoom];
    if (Size)
      std::memcpy(New, Begin, Size * sizeof(long));
    delete[] Begin;
    Begin = New;
    Room = NewRoom;
  }

  long *Begin = nullptr;
  size_t Size = 0, Room = 0;
};

int main() {
  long Sum = 0;
  for (int I = 0; I < 50; ++I) {
    Numbers N;
    for (long K = 0; K < 100; ++K)
      N.push(K);
    Sum += N.sum();
  }
  // Each block raises the peak; then one ends.
  long *All[1000];
  for (int I = 0; I < 1000; ++I) {
    volatile long *Block = All[I] = new long[3];
    Block[I % 3] = I;
    Sum += Block[I % 3];
    if (I % 10 == 9) {
      delete[] All[I - 5];
      All[I - 5] = nullptr;
    }
  }
  for (long *Block : All)
    delete[] Block;
  asm volatile("" : : "r"(Sum) : "memory");
}
