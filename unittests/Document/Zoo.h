//===- Zoo.h - an object with a key of each kind ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_DOCUMENT_ZOO_H
#define ANOMALLOC_UNITTESTS_DOCUMENT_ZOO_H

#include "Document/Document.h"

namespace anomalloc {

enum class Food { None, Hay, Fish };
inline const char *nameOf(Food Its) {
  return Its == Food::Hay ? "hay" : "fish";
}
template <> inline constexpr Food FirstOf<Food> = Food::Hay;
template <> inline constexpr Food LastOf<Food> = Food::Fish;

struct Animal {
  std::string Name;
  uint64_t Hairs = 0;
  Food Eats = Food::Hay;
};
inline void describe(Keys<Animal> &K) {
  K.name("an_animal", "who lives there");
  K.add("name", &Animal::Name);
  K.add("hairs", "counted", &Animal::Hairs);
  K.add("eats", &Animal::Eats);
}

struct Town {
  std::string Name;
};
inline void describe(Keys<Town> &K) {
  K.name("town");
  K.add("town", &Town::Name);
}

struct Zoo {
  Town At;
  bool IsOpen = false;
  int Celsius = 0;
  uint32_t Gates = 0;
  double Price = 0;
  std::optional<uint64_t> Visitors;
  std::optional<std::string> Motto;
  std::vector<Animal> Animals;
  std::optional<Animal> Patron;
  std::map<std::string, uint32_t> Cages;
  uint64_t Id = 0;
};
inline void describe(Keys<Zoo> &K) {
  using Shown = const Zoo &;
  K.constant("version", 3);
  K.include(&Zoo::At);
  K.add("open", &Zoo::IsOpen);
  K.add("celsius", &Zoo::Celsius);
  K.add("gates", &Zoo::Gates);
  K.add("price", &Zoo::Price);
  K.add("visitors", "null: nobody counted", &Zoo::Visitors);
  K.add("motto", [](Shown Z) { return IfThere<std::string>(Z.Motto); });
  K.add("animals", [](Shown Z) { return llvm::ArrayRef(Z.Animals); });
  K.add("hairs", [](Shown Z) {
    return each(Z.Animals, [](const Animal &A) { return A.Hairs; });
  });
  K.add("range", [](Shown Z) { return std::pair(Z.Celsius, Z.Price); });
  K.add("cages", &Zoo::Cages);
  K.add("id", [](Shown Z) { return SiteId{Z.Id}; });
  K.include([](Shown Z) { return Z.Patron; });
}

} // namespace anomalloc

#endif // ANOMALLOC_UNITTESTS_DOCUMENT_ZOO_H
