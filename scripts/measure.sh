#!/bin/sh
# Long measurements, one after the other, each resumable: a step whose result
# file exists is passed over (delete the file to measure again). Results land
# in target/measure; what they say goes to docs/results by hand, with settings.
set -eu
out=target/measure
mkdir -p "$out"
cargo build --release --locked -p touchstone
bin=target/release/touchstone

# step NAME COMMAND...: runs a command once and keeps what it prints.
step() {
  name=$1
  shift
  if [ -s "$out/$name.json" ]; then
    echo "$name: measured already"
    return
  fi
  echo "$name: $*"
  "$@" >"$out/$name.part" && mv "$out/$name.part" "$out/$name.json"
}

# A match keeps every game in a store and goes on after a break.
versus() {
  name=$1 game=$2 a=$3 b=$4 pairs=$5
  resume=""
  [ -e "$out/$name.db" ] && resume="--resume"
  # shellcheck disable=SC2086
  step "$name" "$bin" match "$game" --a "$a" --b "$b" --pairs "$pairs" --seed "$name" \
    --jobs 2 --store "$out/$name.db" $resume --json
}

versus banqi-first banqi builtin:nodes=20000 ruler:first,nodes=20000 400
versus banqi-greedy banqi builtin:nodes=2000 ruler:greedy 200
versus jieqi-first jieqi builtin:nodes=20000 ruler:first,nodes=20000 200
versus dice-aggressive dicechess builtin:time-ms=20 ruler:aggressive 500
# Ablations of the Banqi engine, each arm on the same deals.
ablation() {
  name=banqi-ablation-$1
  shift
  printf '%s\n' "$@" >"$out/$name.toml"
  step "$name" "$bin" match banqi --a "builtin:nodes=3000,params=$out/$name.toml" \
    --b ruler:second,nodes=3000 --pairs 200 --seed banqi-ablation --jobs 2 --json
}
ablation none ''
ablation exchange '"cannon.mid" = 45' '"cannon.end" = 45' '"extra.chariot" = 1087'
ablation growth 'growth = 0'
ablation both 'growth = 0' '"cannon.mid" = 45' '"cannon.end" = 45' '"extra.chariot" = 1087'
ablation danger 'general_danger = 0'
ablation guard 'guard = 0'
ablation history 'history = 0'
ablation table 'transpositions = 0' 'early_repetition = 0'
ablation clock 'stale_permille = 1000'

# Reliability: what the engine says of its positions against what came of them.
versus banqi-calibration-games banqi builtin:nodes=400 builtin:nodes=300 2000
step banqi-calibration "$bin" lab calibrate "$out/banqi-calibration-games.db" --json

# Audits of positions from real games.
games=$out/banqi-audit-games.jsonl
if [ ! -s "$games" ]; then
  "$bin" match banqi --a builtin:nodes=5000 --b ruler:second,nodes=5000 --pairs 15 \
    --seed audit-games --jobs 2 --records "$games.part" --json >"$out/banqi-audit-games.json"
  mv "$games.part" "$games"
fi
step banqi-audit sh scripts/audit-games.sh "$bin" banqi "$games" 500 5000 7

# External rulers, where their paths are given.
if [ -n "${BANQI_REFERENCE:-}" ]; then
  versus banqi-reference banqi builtin:time-ms=500 "cdc:$BANQI_REFERENCE,time-ms=500,grace-ms=3000" 100
  versus banqi-reference-odds banqi builtin:time-ms=20 "cdc:$BANQI_REFERENCE,time-ms=500,grace-ms=3000" 200
fi
if [ -n "${JIEQI_REFERENCE:-}" ]; then
  versus jieqi-reference jieqi builtin:time-ms=100 "uci:$JIEQI_REFERENCE,dialect=pikafish,nodes=100000" 100
fi
