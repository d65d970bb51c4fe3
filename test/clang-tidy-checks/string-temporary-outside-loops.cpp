// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17
// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17 -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Outside loops only on request.

#include <string>

bool outsideLoops(const std::string &Line) {
  return Line.substr(1) == "text of the line";
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:15: remark: 'substr' copies a part of the string into a temporary 'std::string'; 'std::string_view' has
  // CHECK-FIXES-ALL: {{^}}  return std::string_view(Line).substr(1) == "text of the line";{{$}}
}
