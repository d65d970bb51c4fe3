// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++17 -stdlib=libstdc++ -- -config='{CheckOptions: {Hints: true}}'

// Look-ups outside loops, in containers of others, and by texts made of numbers.

#include <map>
#include <set>
#include <stdexcept>
#include <string>

class Material {
  std::map<std::string, double> Parameters;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: remark: a look-up in 'Parameters' copies a string literal of 24 characters into a temporary 'std::string'; 'std::less<>' compares it as it is, with 'Name' a 'std::string_view'
  std::map<std::string, int> ByPoint;
  std::set<std::string> Tags;
  // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: a look-up in 'Tags' {{.*}}; not in view: what other overrides need

public:
  double parameter(const std::string &Name) const {
    auto Found = Parameters.find(Name);
    if (Found == Parameters.end())
      throw std::out_of_range("there is no parameter " + Name);
    return Found->second;
  }
  virtual bool has(const std::string &Tag) const { return Tags.count(Tag); }
  virtual double stiffness() const;
  int at(int Point) const {
    return ByPoint.at("integration_point_" + std::to_string(Point));
    // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: a text is put together of a number for each look-up; the number itself is a key; not in view: whether other keys have no number
  }
  int at(const std::string &Group, int Point) const {
    return ByPoint.at(Group + std::to_string(Point)) +
           ByPoint.at("a" + Group) +
           ByPoint.at(std::to_string(Point) + "," + std::to_string(Point));
  }
};
double Material::stiffness() const {
  return has("a tag that needs heap memory") *
         parameter("elasticity.young_modulus");
}

// Callers in view have short keys; others may have longer ones.
class Options {
  std::map<std::string, int> Values;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: remark: a look-up in 'Values' copies a string literal of 4 characters into a temporary 'std::string'; {{.*}}; not in view: whether other callers have longer keys

public:
  bool has(const std::string &Key) const;
};
bool Options::has(const std::string &Key) const { return Values.count(Key); }
bool isFast(const Options &Given) { return Given.has("fast"); }

int numbered(std::map<std::string, int> &Map, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += Map["node_" + std::to_string(I)];
  // CHECK-MESSAGES: :[[@LINE-1]]:16: remark: a text is put together of a number for each look-up, inside a loop
  return Sum + Map.count("a key that needs heap memory");
  // CHECK-MESSAGES: :[[@LINE-1]]:20: remark: a look-up in a container that is declared elsewhere copies a string literal of 28 characters into a temporary 'std::string'; 'std::less<>' compares it as it is; not in view: what else is done with the container
}
