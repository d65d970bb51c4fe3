// A function that writes a value that counts its holders may copy it, if there
// are others, or let it grow. Which way the blocks came, nobody counted: what
// all ways share is told, and what some may be decides what to change. A
// function that fills what its caller returns makes it for that one's caller.
// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --output=%t/profile %t/prog
// RUN: %anomalloc report --no-probe --width=200 --only=findings %t/profile | FileCheck %s --implicit-check-not=value_grow --implicit-check-not=value_unshare

#include <stdlib.h>
#include <string.h>

#define OUT_OF_LINE __attribute__((noinline))

struct Block {
  int Holders, Room, Used;
  char Text[];
};
struct Value {
  int Kind;
  struct Block *Its;
};

static OUT_OF_LINE struct Value value_new(int Room) {
  struct Block *Made = malloc(sizeof(struct Block) + (size_t)Room);
  if (!Made)
    abort();
  Made->Holders = 1;
  Made->Room = Room;
  Made->Used = 0;
  return (struct Value){1, Made};
}
static void value_free(struct Value V) {
  if (!--V.Its->Holders)
    free(V.Its);
}
static OUT_OF_LINE struct Value value_unshare(struct Value V) {
  if (V.Its->Holders == 1)
    return V;
  struct Value New = value_new(V.Its->Room);
  New.Its->Used = V.Its->Used;
  memcpy(New.Its->Text, V.Its->Text, (size_t)V.Its->Used);
  value_free(V);
  return New;
}
static OUT_OF_LINE struct Value value_grow(struct Value V) {
  struct Value New = value_new(2 * V.Its->Room);
  New.Its->Used = V.Its->Used;
  memcpy(New.Its->Text, V.Its->Text, (size_t)V.Its->Used);
  value_free(V);
  return New;
}
static OUT_OF_LINE char *value_write(struct Value *V) {
  *V = value_unshare(*V);
  if (V->Its->Used == V->Its->Room)
    *V = value_grow(*V);
  return &V->Its->Text[V->Its->Used++];
}
OUT_OF_LINE struct Value value_add(struct Value V, char C) {
  char *Place = value_write(&V);
  *Place = C;
  return V;
}

int main(void) {
  struct Value Held = value_new(100);
  for (int I = 0; I != 5000; ++I) {
    ++Held.Its->Holders;
    // CHECK: main @ {{.*}}.c:[[@LINE+1]] <- value_add
    value_free(value_add(Held, (char)I));
  }
  // CHECK-NEXT: 5,000 allocations of 112 bytes
  // CHECK-NEXT: made in value_add @ {{.*}}.c:60, value_write @ {{.*}}.c{{$}}
  // CHECK: do not write what others hold, too: let them give it up first, or move it here; take copies that are needed from a pool
  value_free(Held);
}
