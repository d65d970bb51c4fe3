//===- ClassLayout.h - where the members of a class lie ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_CLASSLAYOUT_H
#define ANOMALLOC_PROFILE_CLASSLAYOUT_H

#include <cstdint>
#include <string>
#include <vector>

namespace anomalloc {

/// A member of an object, or a part of one: a member's member, an element of an
/// array. Members of base classes are members, those of an unnamed structure
/// too.
struct Member {
  uint64_t Offset = 0, Bytes = 0; ///< From the begin of the whole object.
  std::string Name;               ///< As code says it: "At.X", "Items[2].Next".
  std::string Type;               ///< "" if it is not known, or has no name.
  /// Each access to it begins where it begins, or within it: a number, a
  /// pointer. Not a bit field.
  bool IsScalar = false;
  /// The compiler made it: it leads to virtual functions.
  bool IsHidden = false;
  uint64_t ElementBytes = 0; ///< Of an array of numbers or pointers; else 0.
  std::vector<Member> Parts; ///< Of a structure, or an array of structures.

  uint64_t end() const { return Offset + Bytes; }
  bool operator==(const Member &O) const {
    return Offset == O.Offset && Bytes == O.Bytes && Name == O.Name &&
           Type == O.Type && Parts == O.Parts;
  }
};

/// All members of a class; bytes that no member has are padding.
struct ClassLayout {
  uint64_t Alignment = 8; ///< Of the class; 8 if it is less.
  std::vector<Member> Members;

  bool operator==(const ClassLayout &O) const {
    return Alignment == O.Alignment && Members == O.Members;
  }
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_CLASSLAYOUT_H
