def peaks(t,o): pass
def profiles(t,o): pass
