// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'

// Proved outside loops too.

#include <string>

bool outsideLoops(const std::string &Line) {
  return Line.substr(1) == "text of the line";
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'substr' copies a part of the string into a temporary 'std::string'; 'std::string_view' has
  // CHECK-FIXES: {{^}}  return std::string_view(Line).substr(1) == "text of the line";{{$}}
}
