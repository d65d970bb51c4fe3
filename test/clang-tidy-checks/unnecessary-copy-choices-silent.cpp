// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Choices that copy nothing, or whose copy somebody needs.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

const std::string Enter = "enter"; // held in place
struct Item {
  std::string Name, Other;
  std::shared_ptr<int> Shared;
};
std::size_t length(const std::string &Text);
std::size_t take(std::string Text);
std::size_t view(std::string_view Text);
void count(const std::shared_ptr<int> &P);

std::string silent(std::vector<Item> &Items, bool First) {
  std::vector<std::string> All;
  std::size_t Sum = 0;
  for (Item &I : Items) {
    const std::string &Chosen = First ? I.Name : I.Other; // one of both
    // TWIN@{First ? I.Name : I.Other;}: I.Other -> "other"
    Sum += Chosen.size();
    Sum += length(First ? Enter : "none");
    // TWIN: Enter -> I.Name
    Sum += take(First ? I.Name : "none");
    // TWIN: take -> length
    Sum += view(First ? std::string_view(I.Name) : "none");
    // TWIN: std::string_view(I.Name) : "none" -> I.Name : std::string("none")
    All.push_back(First ? I.Name : "none");
    // TWIN: All.push_back( -> Sum += length(
    Sum += length(First ? std::move(I.Other) : "none");
    // TWIN: std::move(I.Other) -> I.Other
    std::string Changed = First ? I.Name : "none";
    Changed += "x";
    // TWIN@-1: Changed += "x" -> Sum += Changed.size()
    count(First ? I.Shared : nullptr); // counts, and allocates nothing
    const std::string &Before = First ? I.Name : "none";
    I.Name = "new";
    // TWIN@-1: I.Name = "new"; ->
    Sum += Before.size();
  }
  return First && Sum ? Items[0].Name : "none";
}
