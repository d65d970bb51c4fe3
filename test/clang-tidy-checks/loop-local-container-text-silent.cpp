// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Text that stays short, or is made in some iterations only.

#include <iostream>
#include <string>
#include <vector>

void use(std::size_t);

void text(const std::vector<std::string> &Names) {
  for (const std::string &Name : Names) {
    std::string Short;
    Short += 'x';
    Short += "yz";
    // TWIN@-2: "yz" -> Name
    use(Short.size());
    std::string Error;
    if (Name.empty())
    // TWIN@-1: if (Name.empty()) ->
      Error = "there is a name without any character";
    use(Error.size());
    std::string Line; // one string for all lines
    while (std::getline(std::cin, Line))
    // TWIN@-1: while (std::getline(std::cin, Line)) -> Line += Name; Line += Name;
      use(Line.size());
  }
}
