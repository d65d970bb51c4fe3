// RUN: %check_tidy %s anomalloc-string-temporary %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Another string each time, one without memory, or one that gives it away.

#include <string>
#include <utility>
#include <vector>

void show(const std::string &);

void once(const std::string &Folder, const std::string &Name) {
  std::string Path;
  Path = Folder + Name;
  show(Path);
}
void fresh(const std::string &Folder, const std::vector<std::string> &Names) {
  std::string Kept;
  for (const std::string &Name : Names) {
    std::string Path;
    Path = Folder + Name;
    // TWIN: Path = -> Kept =
    show(Path);
  }
  show(Kept);
}
void elements(std::vector<std::string> &Out, const std::string &Name) {
  std::string First;
  for (std::size_t I = 0; I < Out.size(); ++I)
    Out[I] = Name + "x";
    // TWIN: Out[I] -> First
}
void moved(std::vector<std::string> &Out, const std::string &Name) {
  std::string S;
  for (int I = 0; I < 9; ++I) {
    S = Name + "y";
    Out.push_back(std::move(S));
    // TWIN@-1: std::move(S) -> S
  }
}
void copied(const std::vector<std::string> &Names) {
  std::string S;
  for (const std::string &Name : Names) {
    S = Name;
    // TWIN: S = Name -> S = Name + Names[0]
    show(S);
  }
}
