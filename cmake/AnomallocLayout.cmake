# The build tree is laid out like the install tree, so that the command line
# finds its plugin and runtime relative to itself in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_BINDIR}")
set(ANOMALLOC_LIBDIR "${CMAKE_INSTALL_LIBDIR}/anomalloc")
set(ANOMALLOC_OUTPUT_LIBDIR "${CMAKE_BINARY_DIR}/${ANOMALLOC_LIBDIR}")
