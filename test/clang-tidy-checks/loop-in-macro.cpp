// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {AlsoReportStock: true}}'

// A macro that is several loops, as BOOST_FOREACH is, repeats its body once for
// each element.

#include <string>
#include <vector>

#define FOR_EACH(Type, Name, Range)                                            \
  for (auto It = (Range).begin(); It != (Range).end(); ++It)                   \
    for (bool Once = true; Once;)                                              \
      for (Type Name = *It; Once; Once = false)

void join(std::vector<std::string> &All, std::vector<std::vector<int>> &Rows) {
  std::vector<std::string> Names;
  FOR_EACH(std::string &, Text, All)
    Text = Text + ";";
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}}, inside a loop; '+='
  // CHECK-FIXES: {{^}}    Text += ";";{{$}}
  FOR_EACH(std::vector<int> &, Row, Rows)
    FOR_EACH(std::string &, Text, All)
      Text = Text + std::to_string(Row.size());
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside 2 nested loops; '+='
  // CHECK-FIXES: {{^}}      Text += std::to_string(Row.size());{{$}}
}
