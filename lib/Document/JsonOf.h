//===- JsonOf.h - how C++ values become values of JSON ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JsonOf<T> says what a T is in a document, and writes one. Keys.h lists the
/// types that there are.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DOCUMENT_JSONOF_H
#define ANOMALLOC_DOCUMENT_JSONOF_H

#include "Document/JsonType.h"
#include "Support/SiteText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include <cassert>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <type_traits>

namespace anomalloc {

template <typename T> class Keys;
/// The description of a T (Keys.h), made once.
template <typename T> const Keys<T> &keysOf();

/// The value of a key that may lack: then there is no value.
template <typename T> struct IfThere {
  std::optional<T> Value;
  IfThere() = default;
  IfThere(T Value) : Value(std::move(Value)) {}
  IfThere(std::optional<T> Value) : Value(std::move(Value)) {}
};
/// \p Value, if \p There.
template <typename T> IfThere<T> ifThere(bool There, T Value) {
  return There ? IfThere<T>(std::move(Value)) : IfThere<T>();
}

/// \p Value, or null unless \p Known.
template <typename T> std::optional<T> orNull(bool Known, T Value) {
  return Known ? std::optional<T>(std::move(Value)) : std::nullopt;
}

/// The elements of an array, made one by one while they are written.
template <typename T> struct Each {
  using Taker = llvm::function_ref<void(const T &)>;
  std::function<void(Taker)> Walk;
};
/// f(Element) for each element of \p Elements, which outlives the result.
template <typename Range, typename Function>
auto each(const Range &Elements, Function F) {
  using T = std::decay_t<decltype(F(*std::begin(Elements)))>;
  return Each<T>{[&Elements, F](typename Each<T>::Taker Take) {
    for (const auto &Element : Elements)
      Take(F(Element));
  }};
}

/// An array on one line: "[7, null]". It has numbers without a sign, nulls and
/// arrays.
template <typename T> struct OneLine {
  T Its;
};
template <typename T> OneLine(T) -> OneLine<T>;

/// Elements that do not outlive the result.
template <typename Range, typename Function>
auto each(const Range &&Elements, Function F) = delete;

/// The id of a site or a loop.
struct SiteId {
  uint64_t Id;
};

/// The first and the last value of an enumeration that a key may have; nameOf()
/// names them. A description that has such a key specialises LastOf.
template <typename Enum> inline constexpr Enum FirstOf = Enum(0);
template <typename Enum> inline constexpr Enum LastOf = Enum(-1);

/// The type of a T in JSON, and how it is written. This is the one of objects.
template <typename T, typename Enable = void> struct JsonOf {
  static JsonType type() {
    JsonType R;
    R.Its = JsonType::Object;
    R.Keys = []() -> const JsonObject & { return keysOf<T>().object(); };
    return R;
  }
  static void write(llvm::json::OStream &J, const T &Value) {
    J.object([&] { keysOf<T>().write(J, Value); });
  }
};

template <> struct JsonOf<bool> {
  static JsonType type() { return {JsonType::Boolean}; }
  static void write(llvm::json::OStream &J, bool Value) { J.value(Value); }
};

template <typename T>
struct JsonOf<T, std::enable_if_t<std::is_integral_v<T>>> {
  static JsonType type() {
    JsonType R;
    R.HasSign = std::is_signed_v<T>;
    R.Its = R.HasSign || sizeof(T) < 8 ? JsonType::Integer : JsonType::Count;
    return R;
  }
  static void write(llvm::json::OStream &J, T Value) { J.value(Value); }
};

template <> struct JsonOf<double> {
  static JsonType type() { return {JsonType::Number}; }
  static void write(llvm::json::OStream &J, double Value) {
    assert(std::isfinite(Value) && "JSON has no such number");
    J.value(Value);
  }
};

/// Bytes that are not UTF-8 are replaced.
template <typename T>
struct JsonOf<T, std::enable_if_t<std::is_convertible_v<T, llvm::StringRef>>> {
  static JsonType type() { return {JsonType::Text}; }
  static void write(llvm::json::OStream &J, llvm::StringRef Text) {
    J.value(llvm::json::isUTF8(Text) ? llvm::json::Value(Text)
                                     : llvm::json::fixUTF8(Text));
  }
};

template <> struct JsonOf<SiteId> {
  static JsonType type() { return {JsonType::Id}; }
  static void write(llvm::json::OStream &J, SiteId Value) {
    J.value(siteText(Value.Id));
  }
};

template <typename T> struct JsonOf<T, std::enable_if_t<std::is_enum_v<T>>> {
  static JsonType type() {
    static_assert(LastOf<T> != T(-1), "specialise LastOf");
    JsonType R;
    R.Its = JsonType::Word;
    for (auto I = unsigned(FirstOf<T>); I <= unsigned(LastOf<T>); ++I)
      R.Words.push_back(llvm::StringRef(nameOf(T(I))).str());
    return R;
  }
  static void write(llvm::json::OStream &J, T Value) { J.value(nameOf(Value)); }
};

template <typename T> struct JsonOf<std::optional<T>> {
  static JsonType type() {
    JsonType R = JsonOf<T>::type();
    R.OrNull = true;
    return R;
  }
  static void write(llvm::json::OStream &J, const std::optional<T> &Value) {
    if (Value)
      JsonOf<T>::write(J, *Value);
    else
      J.value(nullptr);
  }
};

template <typename T> struct JsonArrayOf {
  static JsonType type() {
    JsonType R;
    R.Its = JsonType::Array;
    R.Of = JsonOf<T>::type;
    return R;
  }
};
template <typename T> struct JsonOf<llvm::ArrayRef<T>> : JsonArrayOf<T> {
  static void write(llvm::json::OStream &J, llvm::ArrayRef<T> Elements) {
    J.array([&] {
      for (const T &Element : Elements)
        JsonOf<T>::write(J, Element);
    });
  }
};
template <typename T>
struct JsonOf<std::vector<T>> : JsonOf<llvm::ArrayRef<T>> {};
template <typename T> struct JsonOf<Each<T>> : JsonArrayOf<T> {
  static void write(llvm::json::OStream &J, const Each<T> &Elements) {
    J.array([&] {
      Elements.Walk([&](const T &Element) { JsonOf<T>::write(J, Element); });
    });
  }
};

template <typename Tuple, typename... Ts> struct JsonTupleOf {
  static JsonType type() {
    JsonType R;
    R.Its = JsonType::Tuple;
    R.Parts = {JsonOf<Ts>::type...};
    return R;
  }
  static void write(llvm::json::OStream &J, const Tuple &Values) {
    J.array([&] {
      std::apply([&](const Ts &...Part) { (JsonOf<Ts>::write(J, Part), ...); },
                 Values);
    });
  }
};
template <typename A, typename B>
struct JsonOf<std::pair<A, B>> : JsonTupleOf<std::pair<A, B>, A, B> {};
template <typename... Ts>
struct JsonOf<std::tuple<Ts...>> : JsonTupleOf<std::tuple<Ts...>, Ts...> {};

template <typename T> struct JsonOf<OneLine<T>> : JsonOf<T> {
  static void write(llvm::json::OStream &J, const OneLine<T> &Value) {
    J.rawValue([&](llvm::raw_ostream &OS) { put(OS, Value.Its); });
  }

private:
  static void put(llvm::raw_ostream &OS, uint64_t Number) { OS << Number; }
  template <typename V>
  static void put(llvm::raw_ostream &OS, const std::optional<V> &Value) {
    if (Value)
      put(OS, *Value);
    else
      OS << "null";
  }
  template <typename A, typename... Vs>
  static void put(llvm::raw_ostream &OS, const std::tuple<A, Vs...> &Values) {
    std::apply(
        [&](const A &First, const Vs &...Others) {
          put(OS << '[', First);
          (put(OS << ", ", Others), ...);
        },
        Values);
    OS << ']';
  }
  template <typename A, typename B>
  static void put(llvm::raw_ostream &OS, const std::pair<A, B> &Values) {
    put(OS, std::tuple<A, B>(Values));
  }
  template <typename V>
  static void put(llvm::raw_ostream &OS, const std::vector<V> &Values) {
    OS << '[';
    for (const V &Value : Values)
      put(OS << (&Value == Values.data() ? "" : ", "), Value);
    OS << ']';
  }
};

template <typename T> struct JsonMapOf {
  static JsonType type() {
    JsonType R = JsonArrayOf<T>::type();
    R.Its = JsonType::Map;
    return R;
  }
  template <typename Pairs>
  static void write(llvm::json::OStream &J, const Pairs &Values) {
    J.object([&] {
      for (const auto &[Key, Value] : Values) {
        J.attributeBegin(Key);
        JsonOf<T>::write(J, Value);
        J.attributeEnd();
      }
    });
  }
};
template <typename T> struct JsonOf<std::map<std::string, T>> : JsonMapOf<T> {};
template <typename T>
struct JsonOf<std::vector<std::pair<std::string, T>>> : JsonMapOf<T> {};

} // namespace anomalloc

#endif // ANOMALLOC_DOCUMENT_JSONOF_H
