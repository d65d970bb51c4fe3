//===- Demangle.cpp - source names, within bounds -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Demangle.h"
#include "Support/BoundedParser.h"
#include "Support/CloneNames.h"
#include "Support/NameOfD.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

using namespace llvm;

namespace anomalloc {
namespace {

/// Bytes that a demangler of LLVM may print, before it is known how many.
constexpr size_t LongestInPassing = 4 << 20;

/// Each back reference of a name of Rust begins with "B", and may double what
/// stands in front of it.
bool isShortWhateverItRefersTo(StringRef Name) {
  constexpr size_t Longest = 4096;
  size_t Doublings = Name.count('B');
  return Name.size() <= Longest && Doublings < 16 &&
         Name.size() << Doublings <= LongestInPassing;
}

/// "" if \p Text is null or longer than any name may be.
std::string take(char *Text) {
  std::unique_ptr<char, decltype(&std::free)> Owner(Text, &std::free);
  return Text && strlen(Text) <= LongestDemangled ? Text : "";
}

/// rustc's older names end with a part of a hash: "17h" and 16 digits.
bool isOlderRustName(StringRef Name) {
  StringRef Hash =
      withoutCloneSuffix(Name).take_back(strlen("17h0123456789abcdefE"));
  return Name.starts_with("_ZN") && Hash.consume_front("17h") &&
         Hash.consume_back("E") && all_of(Hash, isHexDigit);
}

/// A part of an older name of Rust: "$LT$" is "<", "$u7b$" is "{", ".." "::"
/// (rustc_symbol_mangling/src/legacy.rs).
std::string olderRustPart(StringRef Part) {
  static constexpr std::pair<StringLiteral, char> Marks[] = {
      {"SP", '@'}, {"BP", '*'}, {"RF", '&'}, {"LT", '<'},
      {"GT", '>'}, {"LP", '('}, {"RP", ')'}, {"C", ','}};
  std::string Text;
  if (Part.starts_with("_$"))
    Part = Part.drop_front();
  while (!Part.empty()) {
    if (Part.consume_front("..")) {
      Text += "::";
      continue;
    }
    auto [Mark, Rest] = Part.drop_front().split('$');
    char Stands = 0;
    if (Part[0] == '$' && Part.drop_front().contains('$')) {
      for (auto [Name, C] : Marks)
        if (Mark == Name)
          Stands = C;
      unsigned Code;
      if (Mark.consume_front("u") && !Mark.getAsInteger(16, Code) &&
          Code < 0x80 && isPrint(char(Code)))
        Stands = char(Code);
    }
    Text += Stands ? Stands : Part[0];
    Part = Stands ? Rest : Part.drop_front();
  }
  return Text;
}

/// "a", "b" and "c" of "1a1b1cE"; none if a number is wrong. \p Name begins
/// behind them then.
std::vector<StringRef> numberedParts(StringRef &Name) {
  std::vector<StringRef> Parts;
  while (!Name.empty() && isDigit(Name[0])) {
    size_t Size;
    if (Name.consumeInteger(10, Size) || Size == 0 || Size > Name.size())
      return {};
    Parts.push_back(Name.take_front(Size));
    Name = Name.drop_front(Size);
  }
  return Parts;
}

std::string olderRustName(StringRef Name) {
  Name = withoutCloneSuffix(Name).drop_front(strlen("_ZN"));
  std::vector<StringRef> Parts = numberedParts(Name);
  if (Name != "E" || Parts.size() < 2)
    return "";
  Parts.pop_back(); // The hash.
  std::string Text;
  for (StringRef Part : Parts)
    Text += (Text.empty() ? "" : "::") + olderRustPart(Part);
  return Text;
}

/// gfortran's name of a procedure in a module: "__mesh_MOD_refine", or in a
/// submodule of it alone: "__mesh.parts_MOD_split".
std::string fortranName(StringRef Name) {
  auto IsPart = [](StringRef Part) {
    return !Part.empty() &&
           all_of(Part, [](char C) { return isAlnum(C) || C == '_'; });
  };
  auto [Scope, Procedure] = Name.drop_front(2).split("_MOD_");
  const StringRef Module = Scope.split('.').first;
  return IsPart(Module) && IsPart(Procedure) ? (Module + "::" + Procedure).str()
                                             : "";
}

/// flang's name of a procedure, which has small letters: "_QMmeshPrefine",
/// "_QMmeshFrefinePsplit" of one in another procedure, "_QPsolve" of one in no
/// module (flang/lib/Optimizer/Support/InternalNames.cpp).
std::string flangName(StringRef Name) {
  Name = Name.drop_front(strlen("_Q"));
  if (Name == "Qmain")
    return "MAIN__"; // As gfortran names it.
  std::string Text;
  while (!Name.empty()) {
    const char Kind = Name.front();
    Name = Name.drop_front();
    StringRef Part = Name.take_until(isUpper);
    Name = Name.drop_front(Part.size());
    if (!StringRef("MSFP").contains(Kind) || Part.empty() ||
        (Kind == 'P' && !Name.empty()) ||
        !all_of(Part, [](char C) { return isAlnum(C) || C == '_'; }))
      return "";
    Text += (Text.empty() ? "" : "::") + Part.str();
    if (Kind == 'P')
      return Text;
  }
  return "";
}

/// cgo's name of the C function that calls "malloc" for Go's "C.malloc":
/// "_cgo_13b880c31191_Cfunc__Cmalloc", where the number is a hash of the
/// package (cmd/cgo/out.go).
std::string cgoName(StringRef Name) {
  constexpr size_t HashSize = 12;
  Name = Name.drop_front(strlen("_cgo_"));
  if (!all_of(Name.take_front(HashSize), isHexDigit))
    return "";
  Name = Name.drop_front(std::min(HashSize, Name.size()));
  if (!Name.consume_front("_Cfunc_") && !Name.consume_front("_C2func_"))
    return "";
  Name.consume_front("_C");
  return Name.empty() ? "" : ("C." + Name).str();
}

} // namespace

bool isRustName(StringRef LinkageName) {
  return LinkageName.starts_with("_R") || isOlderRustName(LinkageName);
}

bool isFortranName(StringRef LinkageName) {
  const StringRef Name = withoutCloneSuffix(LinkageName);
  return Name == "MAIN__" ||
         (Name.starts_with("__") && !fortranName(Name).empty()) ||
         (Name.starts_with("_Q") && !flangName(Name).empty());
}

std::string demangledName(StringRef Name) {
  if (Name.size() > demangling::LongestMangled)
    return Name.str();
  std::string Text;
  if (isOlderRustName(Name)) {
    Text = olderRustName(Name);
  } else if (demangling::isItanium(Name)) {
    demangling::BoundedParser Parser(Name);
    if (const auto *Root = Parser.parseWhole())
      Text = demangling::printed([&](auto &Out) { Root->print(Out); });
  } else if (Name.starts_with("_R")) {
    if (isShortWhateverItRefersTo(Name))
      Text = take(rustDemangle(Name));
  } else if (Name.starts_with("_D")) {
    Text = Name == "_Dmain" ? "D main" : demangling::nameOfD(Name);
  } else if (Name.starts_with("_cgo_")) {
    Text = cgoName(Name);
  } else if (Name.starts_with("_Q")) {
    Text = flangName(Name);
  } else if (Name.starts_with("__")) {
    Text = fortranName(Name);
  }
  return Text.empty() ? Name.str() : Text;
}

} // namespace anomalloc
