// What a thread does in its last destructors, after another thread took its lane
// over, is counted in a window of its own.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -pthread -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=access --lanes=2 --output=%t/profile %t/prog
// RUN: %accesses %t/profile | FileCheck %s
// CHECK: size 1001: made 1 blocks 1 read_bytes 80 written_bytes 80
// CHECK: size 1002: made 1 blocks 1 read_bytes 80 written_bytes 80

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t Ended, Taken, Done;
static pthread_key_t Key;
static volatile long Sum;

static void use(size_t Size) {
  void *volatile New = malloc(Size);
  volatile long *Block = New;
  for (int I = 0; I != 10; ++I) {
    Block[I % 3] = I;
    Sum = Block[I % 3];
  }
  free(New);
}

/// Behind the runtime's own destructor, whose key is older.
static void last(void *Nothing) {
  (void)Nothing;
  sem_post(&Ended);
  sem_wait(&Taken);
  use(1001);
  sem_post(&Done);
}

static void *ending(void *Nothing) {
  use(1003);
  pthread_setspecific(Key, &Key);
  return Nothing;
}

static void *taking(void *Nothing) {
  sem_wait(&Ended);
  use(1002);
  sem_post(&Taken);
  sem_wait(&Done);
  return Nothing;
}

int main(void) {
  sem_init(&Ended, 0, 0);
  sem_init(&Taken, 0, 0);
  sem_init(&Done, 0, 0);
  pthread_key_create(&Key, last);
  pthread_t A, B;
  pthread_create(&A, NULL, ending, NULL);
  pthread_create(&B, NULL, taking, NULL);
  pthread_join(A, NULL);
  pthread_join(B, NULL);
  return 0;
}
