#!/bin/sh
# The first try: collect the sample, ask in two languages, say what to do next. $1 is the hallway command.
set -eu
hallway=$1
if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi
say() { printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"; }
say hallway collect --sample
"$hallway" collect --sample
say hallway ask '"which talks target TPU?"'
"$hallway" ask "which talks target TPU?"
say hallway ask '"KV 缓存量化之后命中率掉了多少？"'
"$hallway" ask "KV 缓存量化之后命中率掉了多少？"
say hallway ask '"where is the conference held?"'
"$hallway" ask "where is the conference held?"
cat <<'NEXT'

What to do next (the demo kept its data apart, in build/demo):
  . .venv/bin/activate                                   have the hallway command at hand
  hallway collect guide.md --tz America/Los_Angeles      collect a programme, a post, a folder or an address
  hallway ask "which talks are not sponsored on day 2?"  ask; add --json, --md, --csv or --ics for a file
  hallway chat                                           ask on, with the conversation remembered
  hallway doctor                                         see whether everything fits together
NEXT
