#!/bin/sh
# Our question sets, each over its material collected anew. $1 is the hallway command. Ends with 1 below a threshold.
set -eu
hallway=$1
questions=tests/data/questions
guide=../shared/seeds/003_03ad75fb22ca1754.txt
english=../shared/corpus/guides/pytorch-na-2026-hardware.en.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HALLWAY_CONFIG=/dev/null DATABASE_URL=

echo "== the sample"
export HALLWAY_DATA_DIR="$folder/sample"
"$hallway" collect --sample >/dev/null 2>&1
"$hallway" eval "$questions/sample.json" --min-precision .97 --min-recall .97 --min-refusals .97 --min-answers .9 --min-support 1
if [ ! -f "$guide" ]; then
  echo "The guides of the other sets are not beside this checkout; their questions were not asked."
  exit 0
fi
for place in "$guide" "$english"; do
  echo "== $place"
  export HALLWAY_DATA_DIR="$folder/$(basename "$place")"
  "$hallway" collect "$place" --tz America/Los_Angeles >/dev/null 2>&1
  "$hallway" eval "$questions"/seed_guide_*.json ../shared/gold/seed_guide_questions.json ../shared/gold/list_questions.json \
    --min-precision .97 --min-recall .97 --min-refusals 1 --min-support 1
done
