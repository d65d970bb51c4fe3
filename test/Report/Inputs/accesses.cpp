// Blocks of which it is known what is read and written of them.
#include <cstdlib>
#include <pthread.h>

#define LINE __attribute__((noinline))

struct Record {
  volatile long Key, Count, Rare;
  long Spare[3];
};

static volatile long Sum;

// The key is read twice, the count once, the third field never.
LINE static void useRecord(Record *R) {
  R->Key = 1;
  R->Count = 2;
  R->Rare = 3;
  Sum = R->Key + R->Key + R->Count;
}

LINE static void fill(volatile char *To, int Bytes) {
  for (int I = 0; I != Bytes; ++I)
    To[I] = 1;
}

static void *writeAll(void *Block) {
  for (int I = 0; I != 250; ++I)
    static_cast<volatile long *>(Block)[I] = I;
  return nullptr;
}

static void *readFirst(void *Block) {
  Sum = *static_cast<volatile long *>(Block);
  return nullptr;
}

LINE static void inThread(void *(*Run)(void *), void *Block) {
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, Run, Block))
    abort();
  pthread_join(Thread, nullptr);
}

LINE static void *hidden(void *Block) {
  asm volatile("" : "+r"(Block));
  return Block;
}

int main() {
  for (int I = 0; I != 100; ++I) {
    Record *R = new Record;
    useRecord(R);
    delete R;
  }
  for (int I = 0; I != 10; ++I) {
    char *Buffer = static_cast<char *>(malloc(1000));
    fill(Buffer, I < 9 ? 100 : 900);
    free(Buffer);
  }
  for (int I = 0; I != 3; ++I)
    free(hidden(malloc(50)));
  for (int I = 0; I != 4; ++I) {
    void *Handed = malloc(2000);
    if (I)
      inThread(writeAll, Handed);
    else
      writeAll(Handed), inThread(readFirst, Handed);
    free(Handed);
  }
  char *Kept = static_cast<char *>(malloc(40));
  fill(Kept, 40);
  for (int I = 0; I != 4; ++I)
    free(hidden(malloc(100000)));
  free(Kept);
}
