#!/bin/sh
# check_pure.sh LIBRARY: the pure folders may call nothing from outside but
# mem*, str*, game_assert and a table's memory, and have no variables. Names what breaks this.
set -eu
export LC_ALL=C
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
nm -u "$1" | awk 'NF == 2 { print $2 }' | sort -u >"$tmp/used"
nm --defined-only -g "$1" | awk 'NF == 3 { print $3 }' | sort -u >"$tmp/own"
[ -s "$tmp/own" ] || { echo "$1: no symbols found" && exit 1; }

# game_assert, memory_raw, memory_take and memory_give are the host's; bcmp is how clang writes memcmp(...) == 0.
bad=$(comm -23 "$tmp/used" "$tmp/own" | grep -Ev '^(mem[a-z]+|str[a-z]+|bcmp|game_assert|memory_raw|memory_take|memory_give|_GLOBAL_OFFSET_TABLE_)$' || true)
# The pure folders keep no state of their own: no variable outside .rodata.
vars=$(objdump -t "$1" | awk '/ O / && /[ \t](\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && !/\.data\.rel\.ro/ { print $NF }')
for s in $bad; do
    echo "$s: called by a pure folder:"
    nm -A -u "$1" | awk -v s="$s" '$NF == s { print "    " $1 }'
done
for s in $vars; do echo "$s: a global variable in a pure folder"; done
[ -z "$bad$vars" ]
