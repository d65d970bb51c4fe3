/*===- witness.c - which blocks outlive their iteration or their call -----===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A library beside the program. It hears of calls, iterations and blocks from
|* code that WitnessPass.cpp inserted, and of each block's end by standing
before
|* free(3) and realloc(3). A call is known by the address of a variable in its
|* frame. Of calls that an exception skipped it hears nothing: they are over
when
|* a call tells something whose frame is not below theirs.
|*
|* WITNESS_OUT=FILE  at the end of the program, a line for each site that ran:
|*
|*   SITE MADE CHECKED BEYOND_ITERATION BEYOND_CALL TOGETHER
|*
|*   CHECKED           blocks that were freed, or had to be by now
|*   BEYOND_ITERATION  blocks that lived when a loop around the call that made
|*                     them began its next turn
|*   BEYOND_CALL       blocks that lived when the function that made them ended
|*   TOGETHER          blocks that were made while another one of their site and
|*                     of the same call lived
|*
|* and a last one: "unseen" and the number of blocks whose end was not seen.
|*
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MostBlocks = 1 << 24, MostSites = 1 << 16, MostCalls = 1 << 16 };

struct Site {
  uint64_t Id, Made, Checked, BeyondIteration, BeyondCall, Together;
};

/* A slot of the table of blocks that live, by address. */
struct Block {
  void *Address;                 /* Null: free. */
  struct Call *By;               /* Null: that call is over. */
  struct Block *Next, *Previous; /* Of the same call. */
  struct Site *Of;
  uint64_t Loops;
  int IsBeyondIteration;
};

struct Call {
  uintptr_t Frame;
  struct Block *First;
};

struct Thread {
  struct Call *Calls; /* The outermost first. */
  unsigned Number;
};

static struct Block *Blocks;
static struct Site *Sites;
static uint64_t Unseen;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct Thread Me __attribute__((tls_model("initial-exec")));

static void *zeroes(size_t Bytes) {
  void *Memory = mmap(NULL, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    abort();
  return Memory;
}

static uint64_t hash(uint64_t Key) {
  Key *= 0x9e3779b97f4a7c15u;
  return Key ^ (Key >> 29);
}

static struct Site *siteOf(uint64_t Id) {
  if (!Sites)
    Sites = zeroes(sizeof(struct Site) * MostSites);
  for (uint64_t I = hash(Id);; ++I) {
    struct Site *S = &Sites[I % MostSites];
    if (S->Id == Id)
      return S;
    if (!S->Id) {
      S->Id = Id;
      return S;
    }
  }
}

static uint64_t slotOf(const void *Address) {
  return hash((uintptr_t)Address >> 4) % MostBlocks;
}

static struct Block *find(const void *Address) {
  if (!Blocks)
    return NULL;
  for (uint64_t I = slotOf(Address); Blocks[I].Address;
       I = (I + 1) % MostBlocks)
    if (Blocks[I].Address == Address)
      return &Blocks[I];
  return NULL;
}

static void unlinkBlock(struct Block *B) {
  if (!B->By)
    return;
  if (B->Previous)
    B->Previous->Next = B->Next;
  else
    B->By->First = B->Next;
  if (B->Next)
    B->Next->Previous = B->Previous;
  B->By = NULL;
}

/* A slot moves: those that point to it follow. */
static void moveBlock(struct Block *To, struct Block *From) {
  *To = *From;
  if (To->By) {
    if (To->Previous)
      To->Previous->Next = To;
    else
      To->By->First = To;
    if (To->Next)
      To->Next->Previous = To;
  }
  From->Address = NULL;
}

static void erase(struct Block *B) {
  if (B->By && !B->IsBeyondIteration)
    ++B->Of->Checked;
  unlinkBlock(B);
  B->Address = NULL;
  uint64_t Hole = (uint64_t)(B - Blocks);
  for (uint64_t I = (Hole + 1) % MostBlocks; Blocks[I].Address;
       I = (I + 1) % MostBlocks) {
    uint64_t Home = slotOf(Blocks[I].Address);
    if ((I > Hole && (Home <= Hole || Home > I)) ||
        (I < Hole && Home <= Hole && Home > I)) {
      moveBlock(&Blocks[Hole], &Blocks[I]);
      Hole = I;
    }
  }
}

/* The call is over. What it made and what lives has outlived it. */
static void end(struct Call *C) {
  while (C->First) {
    struct Block *B = C->First;
    ++B->Of->BeyondCall;
    if (!B->IsBeyondIteration)
      ++B->Of->Checked;
    unlinkBlock(B);
  }
}

/* Ends the calls whose frames are at \p Frame or below. */
static void endUpTo(uintptr_t Frame, int Included) {
  while (Me.Number && (Me.Calls[Me.Number - 1].Frame < Frame ||
                       (Included && Me.Calls[Me.Number - 1].Frame == Frame)))
    end(&Me.Calls[--Me.Number]);
}

void witness_enter(void *Frame) {
  pthread_mutex_lock(&Lock);
  if (!Me.Calls)
    Me.Calls = zeroes(sizeof(struct Call) * MostCalls);
  endUpTo((uintptr_t)Frame, 1);
  if (Me.Number == MostCalls)
    abort();
  Me.Calls[Me.Number++] = (struct Call){(uintptr_t)Frame, NULL};
  pthread_mutex_unlock(&Lock);
}

void witness_leave(void *Frame) {
  pthread_mutex_lock(&Lock);
  endUpTo((uintptr_t)Frame, 1);
  pthread_mutex_unlock(&Lock);
}

void witness_turn(void *Frame, uint64_t Loop) {
  pthread_mutex_lock(&Lock);
  endUpTo((uintptr_t)Frame, 0);
  for (struct Block *B = Me.Calls[Me.Number - 1].First; B; B = B->Next)
    if ((B->Loops >> Loop & 1) && !B->IsBeyondIteration) {
      B->IsBeyondIteration = 1;
      ++B->Of->BeyondIteration;
      ++B->Of->Checked;
    }
  pthread_mutex_unlock(&Lock);
}

void witness_made(void *Frame, uint64_t Id, uint64_t Loops, void *Address) {
  if (!Address)
    return;
  pthread_mutex_lock(&Lock);
  endUpTo((uintptr_t)Frame, 0);
  if (!Blocks)
    Blocks = zeroes(sizeof(struct Block) * MostBlocks);
  struct Block *Old = find(Address);
  if (Old) {
    ++Unseen;
    erase(Old);
  }
  struct Call *By = &Me.Calls[Me.Number - 1];
  struct Site *Of = siteOf(Id);
  ++Of->Made;
  for (struct Block *B = By->First; B; B = B->Next)
    if (B->Of == Of) {
      ++Of->Together;
      break;
    }
  uint64_t I = slotOf(Address);
  while (Blocks[I].Address)
    I = (I + 1) % MostBlocks;
  Blocks[I] = (struct Block){Address, By, By->First, NULL, Of, Loops, 0};
  if (By->First)
    By->First->Previous = &Blocks[I];
  By->First = &Blocks[I];
  pthread_mutex_unlock(&Lock);
}

static void ended(void *Address) {
  pthread_mutex_lock(&Lock);
  struct Block *B = find(Address);
  if (B)
    erase(B);
  pthread_mutex_unlock(&Lock);
}

/* While dlsym(3) looks, it may give back a message of its own: that is lost. */
static __thread int IsLooking __attribute__((tls_model("initial-exec")));

void free(void *Address) {
  static void (*Next)(void *);
  if (!Address || IsLooking)
    return;
  if (!Next) {
    IsLooking = 1;
    Next = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    IsLooking = 0;
  }
  ended(Address);
  Next(Address);
}

void *realloc(void *Address, size_t Size) {
  static void *(*Next)(void *, size_t);
  if (!Next) {
    IsLooking = 1;
    Next = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    IsLooking = 0;
  }
  if (Address)
    ended(Address);
  return Next(Address, Size);
}

static void __attribute__((destructor)) write(void) {
  const char *Path = getenv("WITNESS_OUT");
  FILE *Out = Path ? fopen(Path, "w") : NULL;
  if (!Out)
    return;
  for (unsigned I = 0; Sites && I != MostSites; ++I)
    if (Sites[I].Id)
      fprintf(Out, "%016llx %llu %llu %llu %llu %llu\n",
              (unsigned long long)Sites[I].Id,
              (unsigned long long)Sites[I].Made,
              (unsigned long long)Sites[I].Checked,
              (unsigned long long)Sites[I].BeyondIteration,
              (unsigned long long)Sites[I].BeyondCall,
              (unsigned long long)Sites[I].Together);
  fprintf(Out, "unseen %llu\n", (unsigned long long)Unseen);
  fclose(Out);
}
