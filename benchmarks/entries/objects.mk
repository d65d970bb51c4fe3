# For programs whose own build wants more than a compiler:
#   make -f objects.mk CXX=... CXXFLAGS=... SOURCES="a.cc b.cc" libfoo.a
# Builds again what a changed source or header touches.
OBJECTS := $(patsubst %.cpp,%.o,$(SOURCES:.cc=.o))
.SECONDARY: $(OBJECTS)

%.a: $(OBJECTS)
	rm -f $@
	ar rc $@ $^

%.o: %.cc
	$(CXX) $(CXXFLAGS) -MMD -c $< -o $@

%.o: %.cpp
	$(CXX) $(CXXFLAGS) -MMD -c $< -o $@

-include $(OBJECTS:.o=.d)
