//===- Claims.cpp - whether accesses bear a finding out -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Claims.h"
#include "Support/Numbers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace anomalloc::lint {
namespace {

enum class Claim { None, Unread, OnlyCopied };

Claim claimOf(StringRef Check) {
  Check.consume_front("anomalloc-");
  return StringSwitch<Claim>(Check)
#define ANOMALLOC_CLAIM(Check, Use) .Case(Check, Claim::Use)
#include "Lint/Claims.def"
      .Default(Claim::None);
}

/// Null: they are not known.
const MeasuredUses *usesOf(const Finding &F) {
  return F.Recorded && F.Recorded->Sum.Uses ? &*F.Recorded->Sum.Uses : nullptr;
}

} // namespace

ClaimState stateOfClaim(const Finding &F) {
  const MeasuredUses *Uses = usesOf(F);
  const Claim Its = claimOf(F.Check);
  if (!Uses || Its == Claim::None)
    return ClaimState::Unknown;
  const uint64_t As = Its == Claim::Unread ? Uses->Unread : Uses->OnlyCopied;
  if (As >= Uses->Blocks - Uses->Blocks / 10)
    return ClaimState::Confirmed;
  // A copy writes each byte about once. A container that nobody reads may read
  // its own elements: when it grows, or looks for the place of a new one.
  return Its == Claim::OnlyCopied && Uses->Written / 2 >= Uses->Asked
             ? ClaimState::Doubtful
             : ClaimState::Unknown;
}

std::string claimText(const Finding &F) {
  const ClaimState State = stateOfClaim(F);
  if (State == ClaimState::Unknown)
    return "";
  const MeasuredUses &Uses = *usesOf(F);
  if (State == ClaimState::Doubtful)
    return "accesses speak against it: " + formatBytes(Uses.Written) +
           " were written to " + formatBytes(Uses.Asked) +
           ", so the copies are changed";
  const bool AreUnread = claimOf(F.Check) == Claim::Unread;
  return "accesses confirm it: " +
         formatCount(AreUnread ? Uses.Unread : Uses.OnlyCopied) + " of " +
         formatNumberOf(Uses.Blocks, "block") +
         (AreUnread ? " were read by no code compiled with -anomalloc-access"
                    : " were filled by one copy, and then only read by code "
                      "compiled with -anomalloc-access");
}

} // namespace anomalloc::lint
