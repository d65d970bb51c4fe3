// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++14,c++17 -- -config='{CheckOptions: {Hints: true}}'

// A text that is made into the view of another library needs that one: it is
// there before C++17, and not made of a std::string_view.

#include <cstddef>
#include <string>

namespace boost {
template <class C> class basic_string_view {
public:
  basic_string_view(const C *Text);
  basic_string_view(const C *Text, std::size_t Length);
  basic_string_view(const std::string &Text);
};
typedef basic_string_view<char> string_view;
} // namespace boost

namespace net {
using boost::string_view;
void parse(boost::string_view Peer);
void store(string_view Peer);

void peers(const char *Text, int N) {
  for (int I = 0; I < N; ++I) {
    parse(std::string(Text + 32 * I, 32));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: remark: a temporary 'std::string' copies {{.*}} and is only looked at, inside a loop; a 'boost::string_view' looks at it in place [anomalloc-string-temporary]
    store(std::string(Text + 32 * I, 32));
    // CHECK-MESSAGES: :[[@LINE-1]]:11: remark: {{.*}}; a 'boost::string_view' looks at it in place
    const std::string Named(Text + 32 * I, 32);
    // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Named' copies {{.*}}; a 'boost::string_view' looks at it in place
    parse(Named);
  }
}
} // namespace net
