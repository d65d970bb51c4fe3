"""Texts that do harm where nobody thinks of them. Bytes that are not UTF-8 are
surrogates, as os.fsdecode has them."""


def doubling(levels):
    """A C++ name that stands for twice as much with each level."""
    name = "_Z1f1AIiiE"
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for level in range(levels):
        name += f"S_IS{digits[level]}_S{digits[level]}_E"
    return name


FORGED = "FORGED"

# What a terminal obeys, what forges lines, what turns text around.
CONTROL = [
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[H",
    f"a\n{FORGED} 100 allocations\n",
    f"a\r{FORGED}",
    "\t\v\f\b\x7f\x01",
    "\u009b31m\u0085\u2028\u2029",
    "\u202egpj.exe\u202c\u2066x\u2069\u200f",
    "\udcff\udcfe\udc80",
    "\udcc3(\udce2\udc82\udced\udca0\udc80",
    "\ufffe\uffff\U000e0001\U0010ffff",
    "</title><script>alert(1)</script>&amp;]]>",
    '"];\n}\ndigraph x { a [label="',
    '\\"\\',
    "%s%n{0}$(x)`x`",
    "\u65e5\u672c\u8a9e" * 30,
    "e" + "\u0301" * 200,
]

# What takes more time or memory than its length says.
HEAVY = [
    doubling(16),
    doubling(35),
    "_Z1fIJ" + "3abc" + "S_" * 900 + "EEvDp1AI" + "T_" * 900 + "E",
    "_Z1f" + "P" * 20000 + "i",
    "_ZN" + "1a" * 15000 + "E",
    "_Z1f" + "u1aI" * 7000 + "i",
    "_RIC1aTll" + "EB5_" * 40 + "E",
    "_D1a" + "Qb" * 20000,
    "?f@@YAX" + "PAU" * 3000,
    "a::" * 200000 + "f",
    "a<" * 200000,
    "(" * 200000 + ")" * 200000,
    "operator<" * 50000,
    ", std::allocator<" * 20000 + ">" * 20000,
    "std::__cxx11::" * 30000,
    "/" * 100000,
    "../" * 30000 + "dev/zero",
    "",
]

ALL = CONTROL + HEAVY
