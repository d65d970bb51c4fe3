//===- Demangle.cpp - source names, within bounds -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Demangle.h"
#include "Support/BoundedParser.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace llvm;

namespace anomalloc {
namespace {

/// Each back reference of \p Name, of which \p Mark is the beginning, may
/// double what stands in front of it.
bool isShortWhateverItRefersTo(StringRef Name, char Mark) {
  constexpr size_t Longest = 4096;
  size_t Doublings = Name.count(Mark);
  return Name.size() <= Longest && Doublings < 16 &&
         Name.size() << Doublings <= LongestDemangled;
}

/// "" if \p Text is null or longer than any name may be.
std::string take(char *Text) {
  std::unique_ptr<char, decltype(&std::free)> Owner(Text, &std::free);
  return Text && strlen(Text) <= LongestDemangled ? Text : "";
}

} // namespace

std::string demangledName(StringRef Name) {
  std::string Text;
  if (demangling::isItanium(Name) &&
      Name.size() <= demangling::LongestMangled) {
    demangling::BoundedParser Parser(Name);
    if (const auto *Root = Parser.parseWhole())
      Text = demangling::printed([&](auto &Out) { Root->print(Out); });
  } else if (Name.starts_with("_R") && isShortWhateverItRefersTo(Name, 'B'))
    Text = take(rustDemangle(Name));
  else if (Name.starts_with("_D") && isShortWhateverItRefersTo(Name, 'Q'))
    Text = take(dlangDemangle(Name));
  return Text.empty() ? Name.str() : Text;
}

} // namespace anomalloc
