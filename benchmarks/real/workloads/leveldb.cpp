//===- leveldb.cpp - fill, read, scan and thin out one database -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One database in memory for all threads. A unit owns a range of keys: it
// writes 2,000 values in batches, overwrites some, reads all, deletes a part
// and scans the rest. The small write buffer keeps LevelDB's background thread,
// which is never joined, busy with compactions.
//
//===----------------------------------------------------------------------===//
#include "helpers/memenv/memenv.h"
#include "workload.h"
#include <leveldb/cache.h>
#include <leveldb/db.h>
#include <leveldb/env.h>
#include <leveldb/filter_policy.h>
#include <leveldb/write_batch.h>
#include <memory>

static std::string key(unsigned Unit, unsigned Index) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%08u/%08u", Unit, Index);
  return Text;
}

static uint64_t unit(leveldb::DB &DB, unsigned Unit) {
  constexpr unsigned NumKeys = 2000;
  workload::Random Random(Unit);
  for (unsigned I = 0; I < NumKeys;) {
    leveldb::WriteBatch Batch;
    for (unsigned End = I + 20; I < End; ++I)
      Batch.Put(key(Unit, Random.below(4) ? I : Random.below(NumKeys)),
                Random.word(40));
    DB.Write(leveldb::WriteOptions(), &Batch);
  }
  uint64_t Sum = 0;
  std::string Value;
  for (unsigned I = 0; I < NumKeys; ++I)
    if (DB.Get(leveldb::ReadOptions(), key(Unit, I), &Value).ok())
      Sum += workload::hash(Value);
  for (unsigned I = 0; I < NumKeys; I += 3)
    DB.Delete(leveldb::WriteOptions(), key(Unit, I));
  std::unique_ptr<leveldb::Iterator> It(DB.NewIterator(leveldb::ReadOptions()));
  for (It->Seek(key(Unit, 0));
       It->Valid() && It->key().compare(key(Unit + 1, 0)) < 0; It->Next())
    Sum += workload::hash(It->key().ToString() + It->value().ToString());
  return Sum;
}

int main(int Argc, char **Argv) {
  std::unique_ptr<leveldb::Env> Env(
      leveldb::NewMemEnv(leveldb::Env::Default()));
  std::unique_ptr<const leveldb::FilterPolicy> Filter(
      leveldb::NewBloomFilterPolicy(10));
  std::unique_ptr<leveldb::Cache> Cache(leveldb::NewLRUCache(1 << 20));
  leveldb::Options Options;
  Options.create_if_missing = true;
  Options.env = Env.get();
  Options.filter_policy = Filter.get();
  Options.block_cache = Cache.get();
  Options.write_buffer_size = 256 << 10;
  leveldb::DB *Opened = nullptr;
  leveldb::Status Status = leveldb::DB::Open(Options, "/workload", &Opened);
  if (!Status.ok())
    return std::fprintf(stderr, "%s\n", Status.ToString().c_str()), 1;
  std::unique_ptr<leveldb::DB> DB(Opened);
  return workload::run(Argc, Argv,
                       [&](unsigned Unit) { return unit(*DB, Unit); });
}
