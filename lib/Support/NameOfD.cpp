//===- NameOfD.cpp - names of the language D ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NameOfD.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::demangling {
namespace {

/// Parts that are read of one name, those that are read again included.
constexpr unsigned MostParts = 1 << 14;
/// Of types and names within one another.
constexpr unsigned DeepestPart = 256;

/// Reads a name from the left and prints it as it goes. Each function returns
/// whether what it is to read stands there.
class ParserOfD {
public:
  explicit ParserOfD(StringRef Name) : Name(Name) {}

  std::string run() {
    // The type of a function follows, or a mark. Nothing else is a name of D.
    if (!takeAll("_D") || !qualified() || !is("MFUWVRYZ"))
      return "";
    return std::move(Text);
  }

private:
  /// Counts a part that is read, and how deep it is.
  class Part {
  public:
    explicit Part(ParserOfD &P) : P(P) { ++P.Depth, ++P.Parts; }
    ~Part() { --P.Depth; }
    bool isAllowed() const {
      return P.Depth <= DeepestPart && P.Parts <= MostParts &&
             P.Text.size() <= LongestDemangled;
    }

  private:
    ParserOfD &P;
  };

  bool atEnd() const { return At >= Name.size(); }
  char peek(size_t Ahead = 0) const {
    return At + Ahead < Name.size() ? Name[At + Ahead] : '\0';
  }
  bool take(char C) { return peek() == C ? (++At, true) : false; }
  bool takeAll(StringRef Its) {
    if (!Name.substr(At).starts_with(Its))
      return false;
    At += Its.size();
    return true;
  }
  bool is(StringRef OneOf) const {
    return !atEnd() && OneOf.contains(Name[At]);
  }
  bool write(StringRef Its) {
    Text += Its;
    return true;
  }

  bool number(uint64_t &N) {
    StringRef Rest = Name.substr(At);
    if (Rest.empty() || !isDigit(Rest[0]) || Rest.consumeInteger(10, N))
      return false;
    At = Name.size() - Rest.size();
    return true;
  }

  /// Where the reference leads that begins here: to the left, by a number of
  /// base 26, whose last digit is a small letter. Goes behind it.
  bool reference(size_t &Target) {
    const size_t Begin = At;
    uint64_t Distance = 0;
    if (!take('Q'))
      return false;
    while (peek() >= 'A' && peek() <= 'Z' && Distance < Name.size())
      Distance = Distance * 26 + unsigned(Name[At++] - 'A');
    if (!(peek() >= 'a' && peek() <= 'z'))
      return false;
    Distance = Distance * 26 + unsigned(Name[At++] - 'a');
    if (Distance == 0 || Distance > Begin)
      return false;
    Target = Begin - Distance;
    return true;
  }

  /// Reads at \p Target, and goes on behind here.
  template <typename Fn> bool readAt(size_t Target, Fn Read) {
    const size_t Behind = std::exchange(At, Target);
    const bool Good = Read();
    At = Behind;
    return Good;
  }

  /// Reads, and prints nothing.
  template <typename Fn> bool skip(Fn Read) {
    const size_t Printed = Text.size();
    const bool Good = Read();
    Text.resize(std::min(Printed, Text.size()));
    return Good;
  }

  bool beginsSymbol() {
    if (isDigit(peek()))
      return true;
    if (peek() == '_')
      return peek(1) == '_' && (peek(2) == 'T' || peek(2) == 'U');
    const size_t Here = At;
    size_t Target;
    const bool Leads = reference(Target) && isDigit(Name[Target]);
    At = Here;
    return Leads;
  }

  bool identifier() {
    uint64_t Size;
    if (!number(Size) || Size == 0 || Size > Name.size() - At)
      return false;
    StringRef Its = Name.substr(At, Size);
    At += Size;
    if (Its == "__ctor")
      return write("this");
    if (Its == "__dtor")
      return write("~this");
    if (Its == "__postblit")
      return write("this(this)");
    return write(Its);
  }

  bool symbol() {
    Part Its(*this);
    size_t Target;
    if (!Its.isAllowed())
      return false;
    if (peek() == 'Q')
      return reference(Target) && readAt(Target, [&] { return identifier(); });
    if (!takeAll("__T") && !takeAll("__U"))
      return identifier();
    if (!(peek() == 'Q' ? symbol() : identifier()) || !write("!"))
      return false;
    const size_t Begin = Text.size();
    bool IsOne = true;
    for (bool First = true; !take('Z'); First = false) {
      IsOne = First;
      if ((!First && !write(", ")) || !argument())
        return false;
    }
    const StringRef Arguments = StringRef(Text).drop_front(Begin);
    if (IsOne && !Arguments.empty() && all_of(Arguments, isPlain))
      return true; // "Pair!int", as people write it.
    Text.insert(Begin, 1, '(');
    return write(")");
  }

  static bool isPlain(char C) { return isAlnum(C) || C == '_'; }

  /// A symbol with its scopes. Where a scope is a function, its type follows.
  bool qualified() {
    bool First = true;
    do {
      while (take('0')) // A scope without a name.
        ;
      if ((!First && !write(".")) || !symbol())
        return false;
      First = false;
      const size_t Behind = At;
      if (is("MFUWVRY") &&
          (!skip([&] { return memberType(); }) || !beginsSymbol()))
        At = Behind; // It is no scope: its type is not read here.
    } while (beginsSymbol());
    return true;
  }

  /// A symbol with its type, which is not printed.
  bool whole() {
    return takeAll("_D") && qualified() && (take('Z') || skip([&] {
                                              if (take('M'))
                                                modifiers();
                                              return type();
                                            }));
  }

  bool memberType() {
    if (take('M'))
      modifiers();
    return parameters();
  }

  bool argument() {
    Part Its(*this);
    uint64_t Size;
    if (!Its.isAllowed())
      return false;
    take('H'); // The template is specialized for it.
    if (take('T'))
      return type();
    if (take('S'))
      return peek() == '_' ? whole() : qualified();
    if (take('X')) {
      if (!number(Size) || Size > Name.size() - At)
        return false;
      write(Name.substr(At, Size));
      At += Size;
      return true;
    }
    if (!take('V'))
      return false;
    const char Kind = peek();
    return skip([&] { return type(); }) && value(Kind);
  }

  /// A value of a type that begins with \p Kind.
  bool value(char Kind) {
    Part Its(*this);
    uint64_t N;
    if (!Its.isAllowed())
      return false;
    if (take('n'))
      return write("null");
    if (take('i') || isDigit(peek())) {
      if (!number(N))
        return false;
      return write(Kind == 'b' ? (N ? "true" : "false") : utostr(N));
    }
    if (take('N'))
      return number(N) && write("-" + utostr(N));
    if (is("awd"))
      return text();
    if (is("AS")) {
      ++At;
      if (!number(N))
        return false;
      for (; N; --N)
        if (!skip([&] { return value('\0'); }))
          return false;
      return write("...");
    }
    if (take('f'))
      return whole();
    return false; // A number with a fraction.
  }

  /// A text, as hexadecimal digits.
  bool text() {
    uint64_t Size;
    const unsigned Width = peek() == 'a' ? 1 : peek() == 'w' ? 2 : 4;
    ++At;
    if (!number(Size) || !take('_') || Size > (Name.size() - At) / (2 * Width))
      return false;
    std::string Bytes;
    if (!tryGetFromHex(Name.substr(At, 2 * Width * Size), Bytes))
      return false;
    At += 2 * Width * Size;
    return write(Width == 1 && all_of(Bytes, isPrint) ? '"' + Bytes + '"'
                                                      : "...");
  }

  void modifiers() {
    while (take('x') || take('y') || take('O') || takeAll("Ng"))
      ;
  }

  /// The type of a function without its result.
  bool parameters() {
    if (!is("FUWVRY"))
      return false;
    ++At;
    while (peek() == 'N' && StringRef("abcdefijlm").contains(peek(1)))
      At += 2;
    for (bool First = true; !is("XYZ"); First = false) {
      if (!First)
        write(", ");
      while (take('M') || takeAll("Nk") || is("IJKL"))
        if (is("IJKL"))
          ++At;
      if (!type())
        return false;
    }
    ++At;
    return true;
  }

  /// The type of a function, as "result function(parameters)".
  bool function(StringRef What) {
    std::string Before = std::exchange(Text, "");
    if (!parameters())
      return false;
    std::string Taken = std::exchange(Text, std::move(Before));
    return type() && write((" " + What + "(" + Taken + ")").str());
  }

  bool enclosed(StringRef Before, StringRef After) {
    return write(Before) && type() && write(After);
  }

  bool type() {
    Part Its(*this);
    size_t Target;
    uint64_t N;
    if (!Its.isAllowed())
      return false;
    if (peek() == 'Q')
      return reference(Target) && readAt(Target, [&] { return type(); });
    if (is("FUWVRY"))
      return function("function");
    if (takeAll("Ng"))
      return enclosed("inout(", ")");
    if (takeAll("Nh"))
      return enclosed("__vector(", ")");
    if (takeAll("Nn"))
      return write("noreturn");
    const char Kind = peek();
    ++At;
    switch (Kind) {
    case 'x':
      return enclosed("const(", ")");
    case 'y':
      return enclosed("immutable(", ")");
    case 'O':
      return enclosed("shared(", ")");
    case 'A':
      return enclosed("", "[]");
    case 'P':
      return enclosed("", "*");
    case 'G':
      return number(N) && enclosed("", "[" + utostr(N) + "]");
    case 'H': {
      std::string Before = std::exchange(Text, "");
      if (!type())
        return false;
      std::string Index = std::exchange(Text, std::move(Before));
      return enclosed("", "[" + Index + "]");
    }
    case 'D':
      modifiers();
      return peek() == 'Q'
                 ? reference(Target) &&
                       readAt(Target, [&] { return function("delegate"); })
                 : function("delegate");
    case 'C':
    case 'S':
    case 'E':
    case 'T':
    case 'I':
      return qualified();
    case 'z':
      return take('i') ? write("cent") : take('k') && write("ucent");
    default:
      return simpleType(Kind);
    }
  }

  bool simpleType(char Kind) {
    static constexpr std::pair<char, const char *> Names[] = {
        {'v', "void"},   {'g', "byte"},        {'h', "ubyte"},
        {'s', "short"},  {'t', "ushort"},      {'i', "int"},
        {'k', "uint"},   {'l', "long"},        {'m', "ulong"},
        {'f', "float"},  {'d', "double"},      {'e', "real"},
        {'o', "ifloat"}, {'p', "idouble"},     {'j', "ireal"},
        {'q', "cfloat"}, {'r', "cdouble"},     {'c', "creal"},
        {'b', "bool"},   {'a', "char"},        {'u', "wchar"},
        {'w', "dchar"},  {'n', "typeof(null)"}};
    for (auto [Letter, Its] : Names)
      if (Letter == Kind)
        return write(Its);
    return false;
  }

  const StringRef Name;
  size_t At = 0;
  std::string Text;
  unsigned Depth = 0, Parts = 0;
};

} // namespace

std::string nameOfD(StringRef Mangled) {
  std::string Text = ParserOfD(Mangled).run();
  return Text.size() <= LongestDemangled ? Text : "";
}

} // namespace anomalloc::demangling
