// A program with NVTX's headers, or with the static part of the ITT API, loads
// the library that an environment variable names, and lets it fill in functions.
// This program stands for both.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -g %s -o %t/prog -ldl
// RUN: %anomalloc record --quiet --mode=count --regions --output=%t/profile %t/prog | FileCheck %s --check-prefix=TOLD
// RUN: %anomalloc report --json %t/profile | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s
// TOLD: NVTX: all are there
// TOLD-NEXT: the same handle
// TOLD-NEXT: another magic: untouched
// TOLD-NEXT: another version: untouched
//      CHECK: outside 1
// CHECK-NEXT: (no name) 4
// CHECK-NEXT: kept 6
// CHECK-NEXT: plain 2
// CHECK-NEXT: task 7
// CHECK-NEXT: wide? 3
// CHECK-NEXT: with attributes 5
// CHECK-NOT: {{.}}

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void take(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = malloc(1000);
    free(Block);
  }
}

// Of NVTX: numbers of functions, as its headers have them.
enum { PushEx = 8, PushA, PushW, Pop, CoreSize = 16 };
enum { DomainPushEx = 4, DomainPop, DomainRegister = 10, Core2Size = 16 };
static void *CoreFunctions[CoreSize], *Core2Functions[Core2Size];
static void **CoreTable[CoreSize + 1], **Core2Table[Core2Size + 1];

static int tableOf(uint32_t Module, void ****Table, unsigned *Size) {
  if (Module != 1 && Module != 5)
    return 0;
  *Table = Module == 1 ? CoreTable : Core2Table;
  *Size = Module == 1 ? CoreSize : Core2Size;
  return 1;
}
static const struct {
  size_t Size;
  int (*TableOf)(uint32_t, void ****, unsigned *);
} Callbacks = {sizeof(Callbacks), tableOf};
static const void *exportTable(uint32_t Number) {
  return Number == 1 ? &Callbacks : NULL;
}

struct Attributes {
  uint16_t Version, Size;
  uint32_t Category;
  int32_t ColorType;
  uint32_t Color;
  int32_t PayloadType, Reserved;
  uint64_t Payload;
  int32_t MessageType;
  const void *Message;
};

#define AS(Result, Function, ...) ((Result(*)(__VA_ARGS__))(Function))

static void useNvtx(void *Tool) {
  for (int I = 1; I != CoreSize; ++I)
    CoreTable[I] = &CoreFunctions[I];
  for (int I = 1; I != Core2Size; ++I)
    Core2Table[I] = &Core2Functions[I];
  void *Init = dlsym(Tool, "InitializeInjectionNvtx2");
  if (AS(int, Init, const void *(*)(uint32_t))(exportTable) != 1)
    return;
  if (!CoreFunctions[PushEx] || !CoreFunctions[PushA] ||
      !CoreFunctions[PushW] || !CoreFunctions[Pop] ||
      !Core2Functions[DomainPushEx] || !Core2Functions[DomainPop] ||
      !Core2Functions[DomainRegister] || CoreFunctions[1])
    return;
  puts("NVTX: all are there");
  AS(int, CoreFunctions[PushA], const char *)("plain");
  take(2);
  AS(int, CoreFunctions[PushW], const wchar_t *)(L"wide\u00e9");
  take(3);
  struct Attributes A = {.Version = 3, .Size = sizeof(A)};
  AS(int, CoreFunctions[PushEx], const struct Attributes *)(&A);
  take(4);
  AS(int, CoreFunctions[Pop], void)();
  A.MessageType = 1;
  A.Message = "with attributes";
  AS(int, Core2Functions[DomainPushEx], void *, const struct Attributes *)
  (NULL, &A);
  take(5);
  char Name[] = "kept";
  A.MessageType = 3;
  A.Message =
      AS(void *, Core2Functions[DomainRegister], void *, const char *)(NULL, Name);
  memset(Name, 'x', 4); // The tool has a copy.
  AS(int, Core2Functions[DomainPushEx], void *, const struct Attributes *)
  (NULL, &A);
  take(6);
  AS(int, Core2Functions[DomainPop], void *)(NULL);
  AS(int, Core2Functions[DomainPop], void *)(NULL);
  AS(int, CoreFunctions[Pop], void)();
  AS(int, CoreFunctions[Pop], void)();
  AS(int, CoreFunctions[Pop], void)(); // One too many.
}

// Of ITT: the list of functions, as ittnotify_config.h has it.
struct Function {
  const char *Name;
  void **Called, *Initial, *Nothing;
  uint32_t Group;
};
struct Id {
  unsigned long long Words[3];
};
static void *CreateDomain, *CreateHandle, *TaskBegin, *TaskEnd;
static void *Mark = (void *)puts;
static struct Function List[] = {
    {"__itt_domain_create", &CreateDomain, NULL, NULL, 1},
    {"__itt_string_handle_create", &CreateHandle, NULL, NULL, 1},
    {"__itt_task_begin", &TaskBegin, NULL, NULL, 1},
    {"__itt_task_end", &TaskEnd, NULL, NULL, 1},
    {"__itt_mark", &Mark, NULL, NULL, 1},
    {NULL, NULL, NULL, NULL, 0}};
static struct {
  unsigned char Magic[8];
  unsigned long Major, Minor, Build;
  long Initialized, MutexInitialized, Counter;
  pthread_mutex_t Mutex;
  void *Library, *Handler, *Path;
  struct Function *Functions;
} Program = {.Magic = {0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30},
             .Major = 3,
             .Functions = List};

static void useItt(void *Tool) {
  void *Init = dlsym(Tool, "__itt_api_init");
  AS(void, Init, void *, uint32_t)(&Program, 1);
  if (!TaskBegin || !TaskEnd || !CreateDomain || !CreateHandle || Mark)
    return;
  const int *Domain = AS(void *, CreateDomain, const char *)("solver");
  void *Handle = AS(void *, CreateHandle, const char *)("task");
  if (AS(void *, CreateHandle, const char *)("task") == Handle && *Domain)
    puts("the same handle");
  const struct Id None = {{0}};
  AS(void, TaskBegin, const void *, struct Id, struct Id, void *)
  (Domain, None, None, Handle);
  take(7);
  AS(void, TaskEnd, const void *)(Domain);
  AS(void, TaskEnd, const void *)(Domain);
  TaskBegin = NULL;
  Program.Magic[0] = 0;
  AS(void, Init, void *, uint32_t)(&Program, 1);
  if (!TaskBegin)
    puts("another magic: untouched");
  Program.Magic[0] = 0xed;
  Program.Major = 4;
  AS(void, Init, void *, uint32_t)(&Program, 1);
  if (!TaskBegin)
    puts("another version: untouched");
}

int main(void) {
  const char *Nvtx = getenv("NVTX_INJECTION64_PATH");
  const char *Itt = getenv("INTEL_LIBITTNOTIFY64");
  if (!Nvtx || !Itt)
    return 1;
  useNvtx(dlopen(Nvtx, RTLD_LAZY));
  useItt(dlopen(Itt, RTLD_LAZY));
  take(1);
  return 0;
}
