def compare_all(t,o): pass
