//===- YamlReader.h - values of YAML by key ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_YAML2PROFILE_YAMLREADER_H
#define ANOMALLOC_YAML2PROFILE_YAMLREADER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/YAMLTraits.h"
#include <functional>

namespace anomalloc {

/// The keys that are not the words of the shapes.
inline constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    YamlKeys[] = {{"allocations", "count"},
                  {"caller", "in"},
                  {"constant size", "size"},
                  {"dropped events", "dropped"},
                  {"free sites", "freed-by"},
                  {"keys", "info"},
                  {"kind of peak", "peak-is-bound"},
                  {"lane", "number"},
                  {"lifetime buckets", "buckets"},
                  {"lifetimes of stacks", "stacks"},
                  {"loop depth", "depth"},
                  {"maker counts", "calls"},
                  {"parent loop", "parent"},
                  {"places", "stacks"},
                  {"points", "timeline"},
                  {"site family", "family"},
                  {"stack counts", "stacks"},
                  {"stack levels", "stacks"},
                  {"trip count", "trip"},
                  {"usable sizes", "usable"},
                  {"user frame", "user"}};

inline std::string keyOf(llvm::StringRef What) {
  for (auto [Word, Key] : YamlKeys)
    if (What == Word)
      return Key.str();
  return llvm::join(llvm::split(What, ' '), "-");
}

/// What an archive (Shape.h) that reads YAML needs. The shape may come back to
/// a row. The first mistake sticks: nothing is read after it.
class YamlReader {
public:
  /// A row that is a text has only its first field.
  template <typename T> void field(const char *What, T &Value) {
    if (Y.getNodeKind() != llvm::yaml::NodeKind::Scalar)
      readAt(keyOf(What), Value);
    else if (std::exchange(IsFirstField, false))
      readHere(Value);
  }
  template <typename T> void below(const char *What, T &Value, uint64_t Bound) {
    readBelow(keyOf(What), Value, Bound);
  }
  template <typename T>
  void below(const char *What, std::optional<T> &Value, uint64_t Bound) {
    if (std::string Key = keyOf(What); isGiven(Key))
      readBelow(Key, Value.emplace(), Bound);
  }
  template <typename... Flag> void bits(llvm::StringRef Names, Flag &...Flags) {
    ((readFlag(Names.split(", ").first, Flags),
      Names = Names.split(", ").second),
     ...);
  }
  bool more() const { return true; }
  void require(bool Holds, const llvm::Twine &Why) {
    if (!Holds)
      Y.setError(Why);
  }

protected:
  /// \p Save keeps a copy of a text for as long as what is read.
  YamlReader(llvm::StringRef Yaml,
             std::function<llvm::StringRef(llvm::StringRef)> Save)
      : Input(Yaml), Save(Save) {
    Input.setCurrentDocument();
  }

  /// Calls \p Do with the value of \p Key, if there is one, as what is read.
  template <typename Then> void at(const std::string &Key, Then Do) {
    void *Outer;
    bool IsMissing;
    if (!Y.preflightKey(Key.c_str(), false, false, IsMissing, Outer))
      return;
    Do();
    Y.postflightKey(Outer);
  }
  bool isGiven(const std::string &Key) {
    bool Is = false;
    at(Key, [&] { Is = true; });
    return Is;
  }
  template <typename Each> void eachElement(const std::string &Key, Each Do) {
    at(Key, [&] {
      for (unsigned I = 0, N = Y.beginSequence(); I != N; ++I)
        if (void *Outer; Y.preflightElement(I, Outer)) {
          llvm::SaveAndRestore Now(Element, I);
          Do();
          Y.postflightElement(Outer);
        }
    });
  }
  void need(std::initializer_list<const char *> Wanted) {
    void *Outer;
    bool IsMissing;
    for (const char *Key : Wanted)
      if (Y.preflightKey(Key, /*Required=*/true, false, IsMissing, Outer))
        Y.postflightKey(Outer);
  }

  template <typename T> void readHere(T &Value) {
    llvm::yaml::EmptyContext Context;
    llvm::yaml::yamlize(Y, Value, true, Context);
    if constexpr (std::is_same_v<T, llvm::StringRef>)
      Value = Save(Value);
    IsAnyGiven = true;
  }
  template <typename T> void readAt(const std::string &Key, T &Value) {
    at(Key, [&] { readHere(Value); });
  }
  template <typename T = std::string> T get(const std::string &Key) {
    T Value{};
    readAt(Key, Value);
    return Value;
  }
  template <typename T>
  void readBelow(const std::string &Key, T &Value, uint64_t Bound) {
    at(Key, [&] {
      uint64_t Number = 0;
      readHere(Number);
      if (Number >= Bound)
        return Y.setError(llvm::Twine(Key) + " " + llvm::Twine(Number) +
                          ", but the limit is " + llvm::Twine(Bound));
      Value = T(Number);
    });
  }
  void readFlag(llvm::StringRef Name, bool &Flag) { readAt(keyOf(Name), Flag); }
  template <typename T>
  void readFlag(llvm::StringRef Name, std::optional<T> &Value) {
    if (isGiven(keyOf(Name)))
      Value.emplace();
  }

  llvm::yaml::Input Input;
  llvm::yaml::IO &Y = Input;
  unsigned Element = 0;     ///< Of the list that is being read.
  bool IsFirstField = true; ///< No field of the row was read yet.
  bool IsAnyGiven = false;  ///< Whether a value was read since this was false.

private:
  std::function<llvm::StringRef(llvm::StringRef)> Save;
};

} // namespace anomalloc

#endif // ANOMALLOC_YAML2PROFILE_YAMLREADER_H
