"""Real programs that allocate much, as Debian has them, with inputs that are
made here."""
import json
import os
import random
import re
import shutil
import subprocess
import sys

JQ = ("[.[] | select(.v > 0.3) | {name, n: (.tags|length), t: (.text|length)}]"
      " | group_by(.n) | map({n: .[0].n, c: length})")

PERL = """my %h;
for my $i (1..120000) { $h{"key$i"} = [$i, "x" x ($i % 90)]; }
my @k = sort keys %h;
my $s = join(",", @k);
my %g;
push @{$g{substr($_, 0, 5)}}, $_ for @k;
undef %h;
my @big = map { "$_" x 4 } @k;
print scalar(@big), length($s), "\\n";
"""

SQL = """PRAGMA temp_store=2;
PRAGMA cache_size=-200000;
CREATE TABLE t(a INTEGER, b TEXT, c REAL);
WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM s WHERE i<100000)
  INSERT INTO t SELECT i, hex(randomblob(20)), i*1.5 FROM s;
CREATE INDEX x ON t(b);
SELECT count(*) FROM (SELECT b, count(*) FROM t GROUP BY substr(b,1,6) ORDER BY c);
DROP INDEX x;
DELETE FROM t WHERE a%2;
VACUUM;
CREATE TABLE u AS SELECT b||b AS d FROM t ORDER BY b;
SELECT count(*) FROM u;
"""


def records():
    """40,000 records, 8 MB of JSON."""
    random.seed(1)
    return json.dumps([
        {"id": i, "name": f"user{random.randrange(10 ** 6)}",
         "tags": [f"t{random.randrange(50)}" for _ in range(random.randrange(6))],
         "v": random.random(), "text": "x" * random.randrange(200)}
        for i in range(40000)])


# Name, what it does, how its input is made, its command, the allocator that it
# runs with.
PROGRAMS = [
    ("perl", "fills, sorts and splits a hash of 120,000 keys", ("hash.pl", lambda: PERL),
     ["perl", "hash.pl"], "glibc"),
    ("sqlite3", "fills, sorts and empties tables of 100,000 rows in memory, with mimalloc preloaded",
     ("tables.sql", lambda: SQL), ["sqlite3", ":memory:", ".read tables.sql"], "mimalloc"),
    ("jq", "groups 40,000 records, 8 MB of JSON", ("in.json", records), ["jq", JQ, "in.json"],
     "glibc"),
]


def check_installed(*others):
    names = [command[0] for _, _, _, command, _ in PROGRAMS]
    missing = [name for name in [*names, *others] if not shutil.which(name)]
    if missing:
        sys.exit("not installed: " + ", ".join(missing) + "; these are names of Debian's packages, too")


def scheduling():
    """FIFO, if that is allowed."""
    words = ["chrt", "-f", "20"]
    tried = shutil.which("chrt") and subprocess.run(words + ["true"], capture_output=True)
    return words if tried and tried.returncode == 0 else []


def library_of(allocator):
    """Its path to preload; "": nothing is preloaded."""
    if allocator == "glibc":
        return ""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], stdout=subprocess.PIPE, text=True, check=True)
    return re.search(rf"lib{allocator}\.so\.\d .*=> (\S+)", listed.stdout).group(1)


def make_input(path, make):
    """In a process of its own: the kernel counts what we hold as memory of the programs."""
    child = os.fork()
    if child == 0:
        path.write_text(make())
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit(f"cannot write {path}")
