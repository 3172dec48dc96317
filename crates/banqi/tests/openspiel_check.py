"""Replays our games in OpenSpiel's banqi and compares every node.

Input, a line a node: `L <legal actions> <chosen>` at a decision, `C <kind:count
...> <chosen kind>` where a tile turns up, `T <result of the first seat>` at an
end, `G` before each game, `U` where we broke a game off. Numbers as OpenSpiel
has them: flip = square, step or capture = 32 + 32 * from + to.
"""

import sys

import pyspiel


def fail(game, node, what, ours, theirs):
    print(f"game {game}, node {node}: {what}: ours {ours}, OpenSpiel {theirs}")
    sys.exit(1)


def main():
    spiel = pyspiel.load_game("banqi")
    games = nodes = ends = flips = 0
    state = None
    for line in open(sys.argv[1], encoding="ascii"):
        kind, *words = line.split()
        nodes += 1
        if kind == "G":
            state = spiel.new_initial_state()
            games += 1
        elif kind == "L":
            if state.is_terminal() or state.is_chance_node():
                fail(games, nodes, "kind of node", "decision", str(state))
            seat = int(words[0])
            if state.current_player() != seat:
                fail(games, nodes, "seat", seat, state.current_player())
            ours = sorted(int(w) for w in words[1].split(","))
            theirs = sorted(state.legal_actions())
            if ours != theirs:
                fail(games, nodes, "legal actions", ours, theirs)
            state.apply_action(int(words[2]))
        elif kind == "C":
            if not state.is_chance_node():
                fail(games, nodes, "kind of node", "chance", str(state))
            ours = {}
            for word in words[0].split(","):
                k, n = word.split(":")
                ours[int(k)] = int(n)
            total = sum(ours.values())
            theirs = {k: p * total for k, p in state.chance_outcomes()}
            if set(ours) != set(theirs) or any(
                abs(ours[k] - theirs[k]) > 1e-6 for k in ours
            ):
                fail(games, nodes, "outcomes", ours, theirs)
            state.apply_action(int(words[1]))
            flips += 1
        elif kind == "T":
            if not state.is_terminal():
                fail(games, nodes, "end", words[0], "goes on")
            theirs = state.returns()[0]
            if float(words[0]) != theirs:
                fail(games, nodes, "result", words[0], theirs)
            ends += 1
    print(f"equal: {games} games, {nodes} nodes, {flips} flips, {ends} ends")


main()
