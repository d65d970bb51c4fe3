// RUN: %check_tidy %s anomalloc-string-temporary %t -- -config='{CheckOptions: {Hints: true}}'

// Sums of strings for a string that has room already.

#include <string>
#include <vector>

void show(const std::string &);

void paths(const std::string &Folder, const std::vector<std::string> &Names) {
  std::string Path;
  for (const std::string &Name : Names) {
    Path = Folder + "/" + Name;
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: the text is put together in a temporary, and 'Path' drops the memory that it has for it, inside a loop; 'assign()' the first part and append the others, to use its memory again [anomalloc-string-temporary]
    show(Path);
  }
}

struct Line {
  std::string Text;
  void number(int From, int To) {
    for (; From < To; ++From) {
      Text = std::to_string(From) + ": ";
      // CHECK-MESSAGES: :[[@LINE-1]]:12: remark: the text is put together in a temporary, and 'Text'
      show(Text);
    }
  }
};

void fill(std::string &Out, const std::vector<std::string> &Names) {
  int I = 0;
  while (I < int(Names.size())) {
    Out = "name " + Names[I++];
    // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: the text is put together in a temporary, and 'Out'
    show(Out);
  }
}
