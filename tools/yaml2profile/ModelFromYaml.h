//===- ModelFromYaml.h - a profile as people write it -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The description of a profile in YAML. Its tables, rows and keys are those of
/// Profile/ModelShape.h: the key "once-per-call" is the field "once per call".
/// A few keys are shorter (YamlKeys). A key that is left out
/// has a usual value. A row names another row by what people know of it: its
/// name, its id, or its number.
/// \code
///   processes: [{info: {program: /bin/demo}, exited: true, interposed: true}]
///   sections: [local]
///   loops:   [{name: L, function: main, at: m.cpp:8:3, iterations: 10}]
///   sites:   [{id: 1, callee: _Znwm, chain: [f f.cpp:3:4, main m.cpp:9], loop:
///            L}]
///   edges:   [main -> f 2]
///   makers:  [f]
///   no-refills: [Mesh]   classes, as refills
///   calls:   [{callee: f, depth: 1, in: main, at: m m.cpp:9, blocks: 10,
///            bytes: 240}]
///   counts:  [{site: 1, section: local, size: 24, count: 10},
///             {library: /lib/libz.so, function: deflate, size: 8, count: 2}]
///   usable:  {24: 24, 8: 24}
///   lifetimes: [{site: 1, section: local, size: 24, allocated: 10, freed: 9,
///             buckets: {5: 9}, freed-by: [{library: /lib/libz.so, function:
///             inflate}]}]
/// \endcode
/// A row of `lifetimes` may have the counters of AccessCounters.def, and those
/// by sixteenth of a block and by 8 bytes from the begin of a block on:
/// \code
///   access: {blocks: 10, read_bytes: 80, extents: [0, 10], reads: [80, 0]}
/// \endcode
/// A place ("f.cpp:3:4") may have one more part, the value of its ObjectUse:
/// "f.cpp:3:4:1".
///
/// A row of `calls` with `in` is a maker call, and one with `blocks` counts
/// blocks; without `in`, the caller is not known.
///
/// A row of `stacks` is a level of a stack. `caller` is the index of the row
/// that called it; the first row is 0. `count` is how many allocations came
/// from the row, and `live` is how many of them are never freed:
/// \code
///   modules: [{path: /lib/libz.so, build-id: 01ab}]
///   stacks:  [{library: /bin/demo, offset: 16},
///             {library: /lib/libz.so, offset: 32, caller: 0, size: 8, count:
///             3, live: 1}]
/// \endcode
/// A process with `peak` and `timeline` ran in a lifetime mode. The timeline is
/// the live bytes, for each MiB allocated.
///
/// Texts in YAML consist of characters. "\U0010ffNN" stands for the byte 0xNN,
/// so that a profile can have texts that are not UTF-8.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_YAML2PROFILE_MODELFROMYAML_H
#define ANOMALLOC_YAML2PROFILE_MODELFROMYAML_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Fills \p P, which is empty. False, and a message from LLVM's parser, if
/// \p Yaml has a mistake.
bool readModel(llvm::StringRef Yaml, Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_YAML2PROFILE_MODELFROMYAML_H
