/*===- json.c - parse, change and print JSON documents --------------------===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* As the C++ drivers (see workload.h), in C: `DRIVER SCALE THREADS`. A unit: a
|* document of 200 records is made with the library, printed, parsed in pieces,
|* walked, changed and printed again; then a broken one is refused.
|*
\*===----------------------------------------------------------------------===*/

#include <json.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t randomNext(uint64_t *State) {
  uint64_t Z = (*State += 0x9e3779b97f4a7c15);
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  return Z ^ (Z >> 27);
}

static uint64_t hash(const char *Text) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (; *Text; ++Text)
    Hash = (Hash ^ (unsigned char)*Text) * 0x100000001b3;
  return Hash;
}

static struct json_object *makeRecord(uint64_t *State) {
  struct json_object *Record = json_object_new_object();
  struct json_object *Values = json_object_new_array();
  char Name[32];
  int I;
  snprintf(Name, sizeof(Name), "record-%llu",
           (unsigned long long)(randomNext(State) % 1000000));
  json_object_object_add(Record, "name", json_object_new_string(Name));
  json_object_object_add(
      Record, "weight",
      json_object_new_double((double)(randomNext(State) % 1000) / 8));
  for (I = 0; I < 16; ++I)
    json_object_array_add(
        Values, json_object_new_int64((int64_t)(randomNext(State) % 100000)));
  json_object_object_add(Record, "values", Values);
  return Record;
}

/* \returns \p Text parsed in pieces of 1,000 bytes, or null. */
static struct json_object *parsePieces(const char *Text) {
  struct json_tokener *Tokener = json_tokener_new();
  struct json_object *Result = NULL;
  size_t Rest = strlen(Text);
  while (Rest && !Result) {
    size_t Piece = Rest < 1000 ? Rest : 1000;
    Result = json_tokener_parse_ex(Tokener, Text, (int)Piece);
    Text += Piece;
    Rest -= Piece;
  }
  json_tokener_free(Tokener);
  return Result;
}

static uint64_t unit(unsigned Index) {
  uint64_t State = Index, Sum = 0;
  struct json_object *Made = json_object_new_array(), *Parsed;
  size_t I;
  for (I = 0; I < 200; ++I)
    json_object_array_add(Made, makeRecord(&State));
  Parsed = parsePieces(
      json_object_to_json_string_ext(Made, JSON_C_TO_STRING_PRETTY));
  json_object_put(Made);
  for (I = 0; I < json_object_array_length(Parsed); ++I) {
    struct json_object *Record = json_object_array_get_idx(Parsed, I);
    json_object_object_foreach(Record, Key, Value) {
      Sum += hash(Key) + (uint64_t)json_object_get_int64(Value);
    }
    json_object_object_add(Record, "seen", json_object_new_boolean(1));
    json_object_object_del(Record, "weight");
  }
  Sum += hash(json_object_to_json_string(Parsed));
  json_object_put(Parsed);
  return Sum + (json_tokener_parse("{\"broken\": [1, 2") == NULL);
}

struct Share {
  unsigned First, Step, Scale;
  uint64_t Sum;
};

static void *runShare(void *Opaque) {
  struct Share *Share = Opaque;
  unsigned I;
  for (I = Share->First; I < Share->Scale; I += Share->Step)
    Share->Sum += unit(I);
  return NULL;
}

int main(int Argc, char **Argv) {
  enum { MaxThreads = 64 };
  struct Share Shares[MaxThreads];
  pthread_t Threads[MaxThreads];
  unsigned Scale, NumThreads, I;
  uint64_t Sum = 0;
  if (Argc != 3 || (NumThreads = (unsigned)atoi(Argv[2])) < 1 ||
      NumThreads > MaxThreads)
    return fprintf(stderr, "usage: %s SCALE THREADS\n", Argv[0]), 2;
  Scale = (unsigned)atoi(Argv[1]);
  for (I = 0; I < NumThreads; ++I) {
    Shares[I] = (struct Share){I, NumThreads, Scale, 0};
    if (I)
      pthread_create(&Threads[I], NULL, runShare, &Shares[I]);
  }
  runShare(&Shares[0]);
  for (I = 0; I < NumThreads; ++I) {
    if (I)
      pthread_join(Threads[I], NULL);
    Sum += Shares[I].Sum;
  }
  printf("%u units: %016llx\n", Scale, (unsigned long long)Sum);
  return 0;
}
