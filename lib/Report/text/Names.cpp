//===- Names.cpp - functions and files, short enough to read --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Names.h"
#include "Analysis/FunctionNames.h"
#include "Report/text/Columns.h"
#include "Support/Demangle.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Length of the operator that \p Rest begins with, its symbols included
/// ("operator<<", "operator()"), so that they are not taken for brackets.
size_t operatorLength(StringRef Rest, StringRef Before) {
  if (!Rest.starts_with("operator") ||
      (!Before.empty() && (isAlnum(Before.back()) || Before.back() == '_')))
    return 0;
  size_t End = strlen("operator");
  StringRef Symbols = Rest.drop_front(End);
  if (Symbols.starts_with("()"))
    return End + 2;
  return End + (Symbols.size() - Symbols.ltrim("<>=-!+*/%&|^~,").size());
}

/// Where the bracket that opens at \p Open is closed; npos if it is not.
size_t closing(StringRef Name, size_t Open) {
  unsigned Depth = 0;
  for (size_t I = Open; I < Name.size(); ++I) {
    if (size_t Length = operatorLength(Name.substr(I), Name.take_front(I))) {
      I += Length - 1;
      continue;
    }
    char C = Name[I];
    if (C == '<' || C == '(' || C == '{' || C == '[')
      ++Depth;
    else if (C == '>' || C == ')' || C == '}' || C == ']')
      if (--Depth == 0)
        return I;
  }
  return StringRef::npos;
}

// Names may be hundreds of kilobytes long: each pass over one is linear.

void replaceAll(std::string &Text, StringRef From, StringRef To) {
  StringRef Rest = Text;
  size_t At = Rest.find(From);
  if (At == StringRef::npos)
    return;
  std::string Out;
  for (; At != StringRef::npos; At = Rest.find(From)) {
    Out += Rest.take_front(At);
    Out += To;
    Rest = Rest.drop_front(At + From.size());
  }
  Text = Out + Rest.str();
}

/// Removes the arguments of \p Text that begin with \p Argument, a template
/// name and '<'.
void dropArgument(std::string &Text, StringRef Argument) {
  std::string Out;
  StringRef Rest = Text;
  for (size_t At; (At = Rest.find(Argument)) != StringRef::npos;) {
    size_t Close = closing(Rest, At + Argument.size() - 1);
    if (Close == StringRef::npos)
      break;
    Out += Rest.take_front(At);
    Rest = Rest.drop_front(Close + 1);
  }
  Text = Out + Rest.str();
}

std::string tidy(std::string Name) {
  replaceAll(Name, "std::__cxx11::", "std::");
  replaceAll(Name, "std::__1::", "std::");
  replaceAll(Name,
             "std::basic_string<char, std::char_traits<char>, "
             "std::allocator<char>>",
             "std::string");
  replaceAll(Name,
             "std::basic_string<char, std::char_traits<char>, "
             "std::allocator<char> >",
             "std::string");
  dropArgument(Name, ", std::allocator<");
  dropArgument(Name, ", std::default_delete<");
  replaceAll(Name, " >", ">");
  replaceAll(Name, "(anonymous namespace)", "{anonymous}");
  return Name;
}

/// Replaces what stands in brackets of kind \p Open deeper than \p Keep.
std::string collapse(StringRef Name, char Open, unsigned Keep) {
  std::string Out;
  unsigned Depth = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (size_t Length = operatorLength(Name.substr(I), Out)) {
      Out += Name.substr(I, Length);
      I += Length - 1;
      continue;
    }
    char C = Name[I];
    if (C == Open && Depth++ == Keep) {
      size_t Close = closing(Name, I);
      if (Close == StringRef::npos)
        return Out + Name.substr(I).str();
      Out += Close == I + 1 ? Name.substr(I, 2).str()
                            : std::string(1, C) + "..." + Name[Close];
      I = Close;
      --Depth;
      continue;
    }
    if ((Open == '<' && C == '>') || (Open == '(' && C == ')'))
      Depth -= Depth != 0;
    Out += C;
  }
  return Out;
}

/// Drops "void " of "void f<...>(...)".
std::string withoutReturnType(StringRef Name) {
  StringRef Head = Name.split('(').first;
  size_t Space = Head.find(' ');
  if (Space == StringRef::npos || Head.contains("operator") ||
      Space + 1 == Head.size())
    return Name.str();
  return Name.drop_front(Head.rfind(' ') + 1).str();
}

/// \p Name, if it is longer than \p Width, without as many of its outer scopes
/// as makes it fit, or all. \p Mark stands for them.
std::string withoutScopes(StringRef Name, size_t Width, StringRef Mark) {
  size_t Kept = 0, Columns = columnsOf(Name);
  for (size_t Scope = Name.find("::", Mark.empty() ? 0 : Mark.size() + 2);
       (Kept ? Mark.size() : 0) + Columns > Width && Scope != StringRef::npos;
       Scope = Name.find("::", Scope + 2)) {
    size_t Next = Mark.empty() ? Scope + 2 : Scope;
    Columns -= columnsOf(Name.slice(Kept, Next));
    Kept = Next;
  }
  return Kept ? (Mark + Name.drop_front(Kept)).str() : Name.str();
}

} // namespace

std::string fullFunctionName(StringRef LinkageName) {
  return LinkageName.empty() ? "" : tidy(demangledName(LinkageName));
}

std::string shortFunctionName(StringRef LinkageName, size_t Width) {
  std::string Name = fullFunctionName(LinkageName);
  if (columnsOf(Name) > Width)
    Name = withoutTrait(collapse(Name, '(', 0));
  for (unsigned Keep = 2; columnsOf(Name) > Width && Keep-- > 0;)
    Name = collapse(Name, '<', Keep);
  if (columnsOf(Name) > Width)
    Name = withoutReturnType(Name);
  if (StringRef Rest = Name;
      columnsOf(Name) > Width && Rest.consume_back("(...)"))
    Name = Rest.str();
  return cutMiddle(withoutScopes(Name, Width, "..."), Width);
}

std::string briefFunctionName(StringRef LinkageName, size_t Width) {
  std::string Name = plainFunctionName(LinkageName);
  if (Name.empty())
    return "?";
  if (columnsOf(Name) > Width)
    Name = withoutTrait(Name);
  for (unsigned Keep = 2; columnsOf(Name) > Width && Keep-- > 0;)
    Name = collapse(Name, '<', Keep);
  if (columnsOf(Name) > Width)
    Name = withoutReturnType(Name);
  return cutMiddle(withoutScopes(Name, Width, ""), Width);
}

std::string plainFunctionName(StringRef LinkageName) {
  std::string Name = collapse(fullFunctionName(LinkageName), '(', 0);
  StringRef Plain = Name;
  size_t Parameters = Plain.rfind("(");
  if (Parameters != StringRef::npos && Parameters != 0 &&
      !Plain.take_front(Parameters).ends_with("operator") &&
      Plain[Parameters - 1] != '!') // Arguments of a template of D.
    Plain = Plain.take_front(Parameters);
  return Plain.str();
}

std::string shortTypeName(StringRef Type, size_t Width) {
  std::string Name = tidy(Type.str());
  for (unsigned Keep = 2; columnsOf(Name) > Width && Keep-- > 0;)
    Name = collapse(Name, '<', Keep);
  return cutMiddle(Name, Width);
}

std::string shortLocation(StringRef File, unsigned Line, unsigned Column,
                          size_t Width) {
  if (File.empty())
    return "";
  std::string Position;
  if (Line)
    Position += ":" + utostr(Line);
  if (Line && Column)
    Position += ":" + utostr(Column);
  size_t Room = Width > Position.size() + 4 ? Width - Position.size() : 4;
  size_t Columns = columnsOf(File);
  if (Columns <= Room)
    return File.str() + Position;
  StringRef Rest = File;
  while (Columns + 4 > Room && Rest.contains('/')) {
    auto [Folder, Inner] = Rest.split('/');
    Columns -= columnsOf(Folder) + 1;
    Rest = Inner;
  }
  if (Columns + 4 > Room)
    return cutMiddle(Rest, Room) + Position;
  return ".../" + Rest.str() + Position;
}

static const char *const SpaceNames[] = {
#define ANOMALLOC_SPACE(Id, Name, Text) Name,
#include "anomalloc/MemorySpaces.def"
};

const char *nameOf(MemorySpace Space) { return SpaceNames[size_t(Space)]; }

std::vector<std::string> namesOfSpaces() {
  return {std::begin(SpaceNames), std::end(SpaceNames)};
}

const char *nameOf(SiteFamily Family) {
  switch (Family) {
  case SiteFamily::Heap:
    return "heap";
  case SiteFamily::Pool:
    return "pool";
  case SiteFamily::Leading:
    return "leading";
  }
  return "heap";
}

} // namespace anomalloc
