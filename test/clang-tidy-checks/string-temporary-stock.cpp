// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17 -- -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}'
// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17 -check-suffix=FIX -- -fix-notes -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}'

#include <cstdio>
#include <string>
#include <vector>

void take(std::string);
void look(const std::string &);
void chars(const char *);
struct Named {
  explicit Named(const std::string &);
};

// A string again, of a string: for a value, a reference, a constructor, a container.
void texts(const std::vector<std::string> &V, std::vector<std::string> &Out) {
  for (const std::string &S : V) {
    take(S.c_str());
    // CHECK-MESSAGES: :[[@LINE-1]]:{{.*}} warning: 'c_str()' of a string is made a 'std::string' again for 'take', inside a loop; pass the string itself, if it has no zero inside [anomalloc-string-temporary]
    // CHECK-MESSAGES-FIX: :[[@LINE-2]]:{{.*}} made a 'std::string' again
    // CHECK-FIXES-FIX: {{^}}    take(S);{{$}}
    look(S.data());
    // CHECK-MESSAGES: :[[@LINE-1]]:{{.*}} warning: 'data()' of a string is made a 'std::string' again for 'look', inside a loop
    // CHECK-MESSAGES-FIX: :[[@LINE-2]]:{{.*}} made a 'std::string' again
    // CHECK-FIXES-FIX: {{^}}    look(S);{{$}}
    Named N(S.c_str());
    // CHECK-MESSAGES: :[[@LINE-1]]:{{.*}} warning: 'c_str()' of a string is made a 'std::string' again for 'Named', inside a loop
    // CHECK-MESSAGES-FIX: :[[@LINE-2]]:{{.*}} made a 'std::string' again
    // CHECK-FIXES-FIX: {{^}}    Named N(S);{{$}}
    Out.push_back(S.c_str());
    // CHECK-MESSAGES: :[[@LINE-1]]:{{.*}} warning: 'c_str()' of a string is made a 'std::string' again for 'push_back', inside a loop
    // CHECK-MESSAGES-FIX: :[[@LINE-2]]:{{.*}} made a 'std::string' again
    // CHECK-FIXES-FIX: {{^}}    Out.push_back(S);{{$}}
  }
}

// No string is made, or it is meant to end at the first zero.
void plain(const std::vector<std::string> &V) {
  for (const std::string &S : V) {
    chars(S.c_str());
    std::puts(S.c_str());
    take(std::string(S.c_str()));
    look(S);
  }
}
