# Makes the folder that the tests' profiles go to, empty.
file(REMOVE_RECURSE profiles)
file(MAKE_DIRECTORY profiles)
