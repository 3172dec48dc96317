#!/bin/sh
# Audits positions of recorded games, one `analyse --audit` each, and counts
# contradictions. Usage: audit-games.sh BIN GAME RECORDS POSITIONS NODES STEP
# (every STEPth ply of each game from the first on, until POSITIONS are done).
# Prints one JSON line; ends with 1 if anything was contradicted or went wrong.
set -u
bin=$1 game=$2 records=$3 wanted=$4 nodes=$5 step=$6
one=$(mktemp)
said=$(mktemp)
trap 'rm -f "$one" "$said"' EXIT
positions=0 checked=0 contradicted=0 broken=0 games=0
while IFS= read -r line && [ "$positions" -lt "$wanted" ]; do
  printf '%s\n' "$line" >"$one"
  games=$((games + 1))
  ply=$((games % step + 1))
  while [ "$positions" -lt "$wanted" ]; do
    "$bin" analyse "$game" --record "$one" --ply "$ply" --nodes "$nodes" --audit --json \
      >"$said" 2>/dev/null
    code=$?
    # Beyond the game's end.
    [ "$code" -eq 2 ] && break
    n=$(sed -n '$s/.*"audit":{"checked":\([0-9]*\).*/\1/p' "$said")
    if [ -z "$n" ]; then
      broken=$((broken + 1))
      echo "game $games, ply $ply: no audit, exit code $code" >&2
    else
      checked=$((checked + n))
    fi
    if [ "$code" -ne 0 ]; then
      contradicted=$((contradicted + 1))
      echo "game $games, ply $ply: $(sed -n '$s/.*"contradictions"://p' "$said")" >&2
    fi
    positions=$((positions + 1))
    ply=$((ply + step))
  done
done <"$records"
printf '{"schema":1,"game":"%s","games":%d,"positions":%d,"nodes":%d,"checked":%d,"contradicted":%d,"broken":%d}\n' \
  "$game" "$games" "$positions" "$nodes" "$checked" "$contradicted" "$broken"
[ "$contradicted" -eq 0 ] && [ "$broken" -eq 0 ] && [ "$positions" -gt 0 ]
