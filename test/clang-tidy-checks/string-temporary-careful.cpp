// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'

// Reported, but nearly all changes are left to a person.

#include <memory>
#include <string>
#include <string_view>

int fill(char *Buffer, int Size);

// Another unit may call it.
int external(const std::string &Name) { return Name.size(); }
// CHECK-NOTES: :[[@LINE-1]]:33: warning: for 'Name', a caller copies a string literal of 29 characters into a temporary 'std::string', inside a loop; 'std::string_view' is all that is needed here [anomalloc-string-temporary]
// CHECK-NOTES: :[[@LINE+40]]:10: note: this call makes it
// CHECK-FIXES: {{^}}int external(const std::string &Name) { return Name.size(); }{{$}}

// Overloaded: a literal might choose another function.
static int overloaded(const std::string &Name) { return Name.size(); }
// CHECK-NOTES: :[[@LINE-1]]:42: warning: for 'Name', a caller copies
// CHECK-NOTES: :[[@LINE+35]]:10: note: this call makes it
// CHECK-FIXES: {{^}}static int overloaded(const std::string &Name) { return Name.size(); }{{$}}
static int overloaded(int N) { return N; }

// Its address is taken.
static int pointed(const std::string &Name) { return Name.size(); }
// CHECK-NOTES: :[[@LINE-1]]:39: warning: for 'Name', a caller copies
// CHECK-NOTES: :[[@LINE+29]]:10: note: this call makes it
// CHECK-FIXES: {{^}}static int pointed(const std::string &Name) { return Name.size(); }{{$}}

// A view has no terminator to read.
static int indexed(const std::string &Name) { return Name[4] == 0; }
// CHECK-NOTES: :[[@LINE-1]]:39: warning: for 'Name', a caller copies
// CHECK-NOTES: :[[@LINE+24]]:10: note: this call makes it
// CHECK-NOTES: :[[@LINE-3]]:39: note: check that no index reaches the terminator, which a view does not have, and that no iterator's type is spelled
// CHECK-FIXES: {{^}}static int indexed(const std::string &Name) { return Name[4] == 0; }{{$}}

// A use that the compiler does not see.
static int asserted(const std::string &Name) {
  // CHECK-NOTES: :[[@LINE-1]]:40: warning: for 'Name', a caller copies
  // CHECK-NOTES: :[[@LINE+18]]:10: note: this call makes it
  // CHECK-FIXES: {{^}}static int asserted(const std::string &Name) {{{$}}
#ifdef OTHER_CONFIGURATION
  open(Name.c_str());
#endif
  return Name.size();
}

static int calls(int (*&Pointer)(const std::string &)) {
  int N = overloaded(1);
  Pointer = pointed;
  for (int I = 0; I < 3; ++I) {
    (void)0;
    // The calls.
    N += external("a literal that is rather long");
    N += overloaded("a literal that is rather long");
    N += pointed("a literal that is rather long");
    N += indexed("a literal that is rather long");
    N += asserted("a literal that is rather long");
  }
  return N;
}

static int locals(const char *Argument, std::string_view View) {
  int N = 0;
  for (int I = 0; I < 3; ++I) {
    std::string OfArgument(Argument);
    // CHECK-NOTES: :[[@LINE-1]]:17: remark: 'OfArgument' copies the text behind a 'char *' and is only looked at
    // CHECK-NOTES: :[[@LINE-2]]:17: note: check that the text outlives 'OfArgument' and does not change meanwhile
    // CHECK-FIXES: {{^}}    std::string OfArgument(Argument);{{$}}
    N += OfArgument.size();
    std::string OfView(View);
    // CHECK-NOTES: :[[@LINE-1]]:17: remark: 'OfView' copies the text of a 'std::string_view' and is only
    // CHECK-NOTES: :[[@LINE-2]]:17: note: check that the text outlives 'OfView'
    // CHECK-FIXES: {{^}}    std::string OfView(View);{{$}}
    N += OfView.empty();
    char Buffer[100];
    int Size = fill(Buffer, 100);
    std::string Text(Buffer, Size);
    // CHECK-NOTES: :[[@LINE-1]]:17: remark: 'Text' copies
    // CHECK-FIXES: {{^}}    const std::string_view Text(Buffer, Size);{{$}}
    N += Buffer[0];
    N += Text == "a";
    char Shared[100];
    char *Other = Shared;
    int Length = fill(Shared, 100);
    std::string Seen(Shared, Length);
    // CHECK-NOTES: :[[@LINE-1]]:17: remark: 'Seen' copies
    // CHECK-NOTES: :[[@LINE-2]]:17: note: check that the text outlives 'Seen' and does not change meanwhile
    Other[0] = 'x';
    N += Seen == "a";
    std::unique_ptr<char[]> Owner(new char[100]());
    std::string Owned(Owner.get(), 50);
    // CHECK-NOTES: :[[@LINE-1]]:17: remark: 'Owned' copies
    // CHECK-NOTES: :[[@LINE-2]]:17: note: check that the text outlives 'Owned'
    // CHECK-FIXES: {{^}}    std::string Owned(Owner.get(), 50);{{$}}
    Owner[0] = 'x';
    N += Owned == "a";
  }
  return N;
}

int main() {
  int (*Pointer)(const std::string &);
  return calls(Pointer) + locals("", "");
}
