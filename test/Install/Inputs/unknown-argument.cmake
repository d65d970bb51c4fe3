# Included by the project: asks for a test of a program that is not there.
find_package(Anomalloc REQUIRED)
anomalloc_add_budget_test(nobody)
