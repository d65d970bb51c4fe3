// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that call themselves, for an interpreter that does so too: trees are
// made, summed and written as text; sources are nested deeply, and parsed.
//
// usage: mujs tree.js TURNS

function grow(depth, seed) {
  if (depth == 0)
    return {leaf: seed};
  var next = (seed * 75 + 74) % 65537;
  if (next % 3 == 0)
    return {only: grow(depth - 1, next)};
  return {left: grow(depth - 1, next), right: grow(depth - 1, next + 1)};
}

function sum(tree) {
  if (tree.only)
    return sum(tree.only);
  return tree.left ? sum(tree.left) + sum(tree.right) : tree.leaf;
}

function show(tree) {
  var parts = [];
  for (var part in tree)
    parts.push(part == 'leaf' ? 'v' + tree[part] : part + '(' + show(tree[part]) + ')');
  return parts.join(' ');
}

function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// An expression over x.
function source(depth, seed) {
  if (depth == 0)
    return seed % 2 ? 'x' : String(seed);
  var next = (seed * 75 + 74) % 65537;
  var inner = source(depth - 1, next);
  switch (next % 5) {
  case 0:
    return '(' + inner + ' + ' + source(depth - 1, next + 1) + ')';
  case 1:
    return '(x < 3 ? ' + inner + ' : 7)';
  case 2:
    return '(function (x) { return ' + inner + '; })(x + 1)';
  case 3:
    return '[' + inner + ', 2][0]';
  }
  return '-(' + inner + ' - 1)';
}

var turns = Number(scriptArgs[0]);
var total = 0;
for (var turn = 0; turn < turns; ++turn) {
  var tree = grow(7, turn);
  total += sum(tree) + show(tree).length + fibonacci(9);
  total += Function('x', 'return ' + source(8, turn))(turn % 6);
}
print(total);
