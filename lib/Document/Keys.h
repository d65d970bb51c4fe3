//===- Keys.h - describes a JSON object once --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A JSON object is described once, by a function of its C++ type:
/// \code
///   void describe(Keys<Loop> &K) {
///     K.name("loop", "a loop of the source");
///     K.add("line", "0: unknown", &Loop::Line);
///     K.add("function", [](const Loop &L) { return plainName(L.Function); });
///   }
/// \endcode
/// The writer, the schema and the types of the page follow. A key's type is
/// that of its value:
///
///  * bool, integers, double, texts, SiteId;
///  * an enumeration that nameOf() names (LastOf says how many there are); see
///    addWord(), too;
///  * std::optional<T>: T or null; IfThere<T>: the key may lack;
///  * ArrayRef<T>, std::vector<T>, Each<T>: an array;
///  * std::map<std::string, T>: an object whose keys are data; so is
///    std::vector<std::pair<std::string, T>>, which has an order of its own;
///  * std::pair<A, B>, std::tuple<A, B, ...>: an array of so many;
///  * a class that has a describe() in its namespace: an object. If several
///  files
///    describe objects with it, a header declares that describe().
///
/// A description is made when it is first asked for, by any thread, and is
/// never changed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DOCUMENT_KEYS_H
#define ANOMALLOC_DOCUMENT_KEYS_H

#include "Document/JsonOf.h"

namespace anomalloc {

/// The description of the object that a T is.
template <typename T> class Keys {
public:
  /// Sets what schemas and types call the object.
  void name(llvm::StringRef Name, llvm::StringRef Help = "") {
    Its.Name = Name.str();
    Its.Help = Help.str();
  }

  /// Adds a key whose value is \p Get of the object: a function, or a pointer
  /// to a member.
  template <typename Getter> void add(llvm::StringRef Name, Getter Get) {
    add(Name, "", Get);
  }
  template <typename Getter>
  void add(llvm::StringRef Name, llvm::StringRef Help, Getter Get) {
    using V = ValueOf<std::decay_t<std::invoke_result_t<Getter, const T &>>>;
    Its.Keys.push_back(
        {Name.str(), Help.str(), JsonOf<typename V::Type>::type, V::MayLack});
    Writers.push_back(
        [Get](llvm::json::OStream &J, const T &Object, llvm::StringRef Key) {
          V::withValue(std::invoke(Get, Object), [&](const auto &Value) {
            J.attributeBegin(Key);
            JsonOf<typename V::Type>::write(J, Value);
            J.attributeEnd();
          });
        });
  }

  /// Adds a key whose value is one of \p Words. \p Get gives its index: a bool,
  /// a number or an enumeration.
  template <typename Getter>
  void addWord(llvm::StringRef Name, std::vector<std::string> Words,
               Getter Get) {
    addWord(Name, std::move(Words), "", Get);
  }
  template <typename Getter>
  void addWord(llvm::StringRef Name, std::vector<std::string> Words,
               llvm::StringRef Help, Getter Get) {
    add(Name, Help, [Words, Get](const T &Object) -> llvm::StringRef {
      return Words[size_t(std::invoke(Get, Object))];
    });
    Its.Keys.back().Type = [Words] {
      JsonType R;
      R.Its = JsonType::Word;
      R.Words = Words;
      return R;
    };
  }

  /// Adds a key whose value is the same in all documents.
  void constant(llvm::StringRef Name, llvm::json::Value Value,
                llvm::StringRef Help = "") {
    Its.Keys.push_back({Name.str(), Help.str(), [Value] {
                          JsonType R;
                          R.Its = JsonType::Constant;
                          R.Always = Value;
                          return R;
                        }});
    Writers.push_back(
        [Value](llvm::json::OStream &J, const T &, llvm::StringRef Key) {
          J.attribute(Key, Value);
        });
  }

  /// All keys that have been added since may lack: some documents leave them
  /// out as a whole. \p First counts from 0.
  void mayLack(size_t First) {
    for (size_t I = First; I != Its.Keys.size(); ++I)
      Its.Keys[I].MayLack = true;
  }

  /// Adds all keys of another object, that \p Get gives: they stand among the
  /// keys of this one. They may lack if it is a std::optional.
  template <typename Getter> void include(Getter Get) {
    using V = OptionalOf<std::decay_t<std::invoke_result_t<Getter, const T &>>>;
    using Type = typename V::Type;
    JsonKey Key;
    Key.MayLack = V::MayLack;
    Key.Included = []() -> const JsonObject & {
      return keysOf<Type>().object();
    };
    Its.Keys.push_back(std::move(Key));
    Writers.push_back([Get](llvm::json::OStream &J, const T &Object,
                            llvm::StringRef) {
      V::withValue(std::invoke(Get, Object),
                   [&](const Type &Value) { keysOf<Type>().write(J, Value); });
    });
  }

  const JsonObject &object() const { return Its; }

  /// Writes the keys of \p Object, between the braces of an object.
  void write(llvm::json::OStream &J, const T &Object) const {
    for (size_t I = 0; I != Writers.size(); ++I)
      Writers[I](J, Object, Its.Keys[I].Name);
  }

private:
  template <typename V> struct ValueOf {
    using Type = V;
    static constexpr bool MayLack = false;
    template <typename F> static void withValue(const V &Value, F Use) {
      Use(Value);
    }
  };
  template <typename V> struct ValueOf<IfThere<V>> {
    using Type = V;
    static constexpr bool MayLack = true;
    template <typename F>
    static void withValue(const IfThere<V> &Value, F Use) {
      if (Value.Value)
        Use(*Value.Value);
    }
  };
  template <typename V> struct OptionalOf : ValueOf<V> {};
  template <typename V>
  struct OptionalOf<std::optional<V>> : ValueOf<IfThere<V>> {};

  /// Small enough for std::function to keep in itself: the name comes from Its.
  using Writer = std::function<void(llvm::json::OStream &, const T &Object,
                                    llvm::StringRef Name)>;

  JsonObject Its;
  std::vector<Writer> Writers; ///< One for each of Its.Keys.
};

/// The description of a T, made once.
template <typename T> const Keys<T> &keysOf() {
  static const Keys<T> Its = [] {
    Keys<T> K;
    describe(K);
    return K;
  }();
  return Its;
}

} // namespace anomalloc

#endif // ANOMALLOC_DOCUMENT_KEYS_H
