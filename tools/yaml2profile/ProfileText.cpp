//===- ProfileText.cpp - YAML to rows -------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileText.h"
#include "llvm/Support/YAMLTraits.h"

using namespace anomalloc;

LLVM_YAML_IS_SEQUENCE_VECTOR(ProcessText)
LLVM_YAML_IS_SEQUENCE_VECTOR(LaneText)
LLVM_YAML_IS_SEQUENCE_VECTOR(LoopText)
LLVM_YAML_IS_SEQUENCE_VECTOR(SiteText)
LLVM_YAML_IS_SEQUENCE_VECTOR(CallText)
LLVM_YAML_IS_SEQUENCE_VECTOR(CountText)
LLVM_YAML_IS_SEQUENCE_VECTOR(FreedByText)
LLVM_YAML_IS_SEQUENCE_VECTOR(LifetimeText)
LLVM_YAML_IS_SEQUENCE_VECTOR(ModuleText)
LLVM_YAML_IS_SEQUENCE_VECTOR(StackText)
LLVM_YAML_IS_STRING_MAP(std::string)
LLVM_YAML_IS_STRING_MAP(uint64_t)

namespace llvm::yaml {
template <> struct MappingTraits<ProcessText> {
  static void mapping(IO &Y, ProcessText &P) {
    Y.mapOptional("info", P.Info);
    Y.mapOptional("exited", P.Exited);
    Y.mapOptional("interposed", P.Interposed);
    Y.mapOptional("bypassed", P.Bypassed);
    Y.mapOptional("dropped", P.Dropped);
    Y.mapOptional("dropped-bytes", P.DroppedBytes);
    Y.mapOptional("start", P.Start);
    Y.mapOptional("end", P.End);
    Y.mapOptional("units", P.Units);
    Y.mapOptional("peak", P.Peak);
    Y.mapOptional("timeline", P.Timeline);
  }
};
template <> struct MappingTraits<LaneText> {
  static void mapping(IO &Y, LaneText &L) {
    Y.mapOptional("process", L.Process);
    Y.mapRequired("number", L.Number);
    Y.mapOptional("threads", L.Threads);
    Y.mapOptional("name", L.Name);
  }
};
template <> struct MappingTraits<LoopText> {
  static void mapping(IO &Y, LoopText &L) {
    Y.mapRequired("name", L.Name);
    Y.mapOptional("parent", L.Parent);
    Y.mapOptional("function", L.Function);
    Y.mapOptional("at", L.Place);
    Y.mapOptional("trip", L.Trip);
    Y.mapOptional("entries", L.Entries);
    Y.mapOptional("iterations", L.Iterations);
  }
};
template <> struct MappingTraits<SiteText> {
  static void mapping(IO &Y, SiteText &S) {
    Y.mapRequired("id", S.Id);
    Y.mapOptional("family", S.Family);
    Y.mapOptional("callee", S.Callee);
    Y.mapOptional("type", S.Type);
    Y.mapOptional("loop", S.Loop);
    Y.mapRequired("chain", S.Chain);
    Y.mapOptional("user", S.User);
    Y.mapOptional("size", S.Size);
  }
};
template <> struct MappingTraits<CallText> {
  static void mapping(IO &Y, CallText &C) {
    Y.mapOptional("callee", C.Callee);
    Y.mapOptional("virtual", C.Virtual);
    Y.mapOptional("pointer", C.Pointer);
    Y.mapOptional("in", C.Caller);
    Y.mapOptional("at", C.Place);
    Y.mapOptional("chain", C.Chain);
    Y.mapOptional("depth", C.Depth);
    Y.mapOptional("section", C.Section);
    Y.mapOptional("lane", C.Lane);
    Y.mapOptional("blocks", C.Blocks);
    Y.mapOptional("bytes", C.Bytes);
  }
};
template <> struct MappingTraits<CountText> {
  static void mapping(IO &Y, CountText &C) {
    Y.mapOptional("site", C.Site);
    Y.mapOptional("library", C.Library);
    Y.mapOptional("function", C.Function);
    Y.mapOptional("section", C.Section);
    Y.mapOptional("lane", C.Lane);
    Y.mapRequired("size", C.Size);
    Y.mapRequired("count", C.Count);
  }
};
template <> struct MappingTraits<FreedByText> {
  static void mapping(IO &Y, FreedByText &F) {
    Y.mapOptional("library", F.Library);
    Y.mapOptional("function", F.Function);
    Y.mapOptional("at", F.Place);
  }
};
template <> struct MappingTraits<LifetimeText> {
  static void mapping(IO &Y, LifetimeText &L) {
    Y.mapOptional("site", L.Key.Site);
    Y.mapOptional("library", L.Key.Library);
    Y.mapOptional("function", L.Key.Function);
    Y.mapOptional("section", L.Key.Section);
    Y.mapRequired("size", L.Key.Size);
    Y.mapRequired("allocated", L.Counts.Allocated);
    Y.mapOptional("freed", L.Counts.Freed);
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text)                          \
  Y.mapOptional(Key, L.Counts.Member);
#include "anomalloc/LifetimeCounters.def"
    Y.mapOptional("peak", L.Counts.Peak);
    Y.mapOptional("peak-is-bound", L.Counts.PeakIsBound);
    Y.mapOptional("at-peak", L.Counts.AtPeak);
    Y.mapOptional("buckets", L.Buckets);
    Y.mapOptional("freed-by", L.FreedBy);
  }
};
template <> struct MappingTraits<ModuleText> {
  static void mapping(IO &Y, ModuleText &M) {
    Y.mapRequired("path", M.Path);
    Y.mapOptional("build-id", M.BuildId);
  }
};
template <> struct MappingTraits<StackText> {
  static void mapping(IO &Y, StackText &S) {
    Y.mapRequired("library", S.Library);
    Y.mapRequired("offset", S.Offset);
    Y.mapOptional("caller", S.Caller);
    Y.mapOptional("size", S.Size);
    Y.mapOptional("count", S.Count);
    Y.mapOptional("live", S.Live);
  }
};
template <> struct MappingTraits<ProfileText> {
  static void mapping(IO &Y, ProfileText &P) {
    Y.mapOptional("processes", P.Processes);
    Y.mapOptional("lanes", P.Lanes);
    Y.mapOptional("sections", P.Sections);
    Y.mapOptional("loops", P.Loops);
    Y.mapOptional("sites", P.Sites);
    Y.mapOptional("edges", P.Edges);
    Y.mapOptional("makers", P.Makers);
    Y.mapOptional("refills", P.Refills);
    Y.mapOptional("no-refills", P.NoRefills);
    Y.mapOptional("calls", P.Calls);
    Y.mapOptional("counts", P.Counts);
    Y.mapOptional("usable", P.Usable);
    Y.mapOptional("lifetimes", P.Lifetimes);
    Y.mapOptional("modules", P.Modules);
    Y.mapOptional("stacks", P.Stacks);
  }
};
} // namespace llvm::yaml

ProfileText anomalloc::parseProfileText(llvm::StringRef Yaml) {
  ProfileText Text;
  llvm::yaml::Input Input(Yaml);
  Input >> Text;
  if (Input.error())
    exit(1);
  return Text;
}
