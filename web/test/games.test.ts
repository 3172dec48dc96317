import { describe, expect, it } from 'vitest';
import { gameView, knownGames } from '../src/games';
import { branches, destinations } from '../src/games/turns';
import { docOfSgf, sgfOf } from '../src/games/sgf';
import { allSquares } from '../src/board/geometry';

const banqi = gameView('banqi')!;
const jieqi = gameView('jieqi')!;
const dice = gameView('dicechess')!;
const go = gameView('go')!;

describe('games as the page sees them', () => {
  it('reads what moves say', () => {
    expect(banqi.steps('c3c3=R')).toEqual([{ from: 'c3', to: 'c3' }]);
    expect(banqi.event('c3c3=R')).toBe('R');
    expect(banqi.event('b1c1')).toBeNull();
    expect(jieqi.steps('b2b9=Cx=n')).toEqual([{ from: 'b2', to: 'b9' }]);
    expect(jieqi.event('b2b9=Cx=n')).toBe('Cx=n');
    expect(jieqi.eventPieces('Cx=n')).toEqual(['C', 'n']);
    expect(jieqi.event('h2e2')).toBeNull();
    expect(dice.steps('e2e4,g1f3,f1c4')).toHaveLength(3);
    expect(dice.steps('e7e8q')).toEqual([{ from: 'e7', to: 'e8', promotion: 'q' }]);
    expect(dice.steps('pass')).toBeNull();
    expect(go.steps('D4')).toEqual([{ from: 'D4', to: 'D4' }]);
    expect(go.steps('pass')).toBeNull();
  });

  it('makes turns of touches', () => {
    const legal = ['e2e4,g1f3', 'e2e4,b1c3', 'g1f3,e2e4', 'e7e8q', 'e7e8n'];
    expect([...destinations(branches(dice, legal, [])).keys()].sort()).toEqual(['e2', 'e7', 'g1']);
    const after = branches(dice, legal, [{ from: 'e2', to: 'e4' }]);
    expect(after.map((b) => b.move).sort()).toEqual(['e2e4,b1c3', 'e2e4,g1f3']);
    expect(after.every((b) => b.last)).toBe(true);
    expect(branches(dice, legal, []).filter((b) => b.step.from === 'e7').map((b) => b.step.promotion)).toEqual(['q', 'n']);
  });

  it('shows castling, en passant and promotion half way through a turn', () => {
    const at = (text: string) => dice.read(`${text} w KQkq - 0 1`)!.placement;
    const castled = dice.touch(at('r3k2r/8/8/8/8/8/8/R3K2R'), { from: 'e1', to: 'g1' });
    expect([castled.get('g1'), castled.get('f1'), castled.get('h1'), castled.get('e1')]).toEqual(['K', 'R', undefined, undefined]);
    const passed = dice.touch(at('8/8/8/3pP3/8/8/8/8'), { from: 'e5', to: 'd6' });
    expect([passed.get('d6'), passed.get('d5')]).toEqual(['P', undefined]);
    expect(dice.touch(at('8/4P3/8/8/8/8/8/8'), { from: 'e7', to: 'e8', promotion: 'q' }).get('e8')).toBe('Q');
  });

  it('reads pools and dice', () => {
    const shown = banqi.read('A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29')!;
    expect(shown.pools[0]!.pieces).toEqual([{ code: 'S', count: 1 }, { code: 'a', count: 1 }, { code: 'c', count: 1 }, { code: 's', count: 1 }]);
    const j = jieqi.read('xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1')!;
    expect(j.pools.map((p) => p.pieces.reduce((n, x) => n + x.count, 0))).toEqual([15, 15]);
    expect(dice.read('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PPN')!.dice).toEqual(['P', 'P', 'N']);
  });

  it('keeps the bag in step with an edited board', () => {
    const start = 'XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - G1A2E2R2H2C2S5g1a2e2r2h2c2s5 0 1';
    const board = new Map(banqi.read(start)!.placement);
    board.set('a1', 'G');
    board.delete('b1');
    const text = banqi.write(start, board, 'r');
    const again = banqi.read(text)!;
    expect(again.pools[0]!.pieces.reduce((n, p) => n + p.count, 0)).toBe(30);
    expect(again.pools[0]!.pieces.some((p) => p.code === 'G')).toBe(false);
    expect(text.split(' ')[1]).toBe('r');
  });

  it('lays a Banqi deal rank 1 first and a Jieqi deal top rank first', () => {
    const deal = banqi.deal('ErsascRe SRgsCHCS rSsEehGS hASacHAs', 'start');
    expect([deal.get('a1'), deal.get('h1'), deal.get('a2'), deal.get('h4')]).toEqual(['E', 'e', 'S', 's']);
    const under = jieqi.deal('pracnbppcpabnrpPNCRBPBPARPNBCPA', 'start');
    expect(under.get('a9')).toBe('p');
    expect(under.size).toBe(30);
  });

  it('reads Go diagrams and SGF', () => {
    const d = go.read('...\n.X.\n..O')!;
    expect([d.placement.get('B2'), d.placement.get('C1')]).toEqual(['X', 'O']);
    const g = go.read('(;GM[1]SZ[9]AB[aa][ba]AW[ii])')!;
    expect([g.placement.get('A9'), g.placement.get('B9'), g.placement.get('J1')]).toEqual(['X', 'X', 'O']);
  });

  it('reads and writes SGF games', () => {
    const doc = docOfSgf('(;GM[1]SZ[9]KM[6.5]AB[aa][ba]PL[W];W[cc]C[a \\] in it](;B[dd];W[])(;B[ee]))')!;
    expect(doc.first).toEqual(['C7', 'D6', 'pass']);
    expect(doc.start.split('\n')[0]).toBe('XX.......');
    expect(doc.start).toContain('; white to move, komi 6.5');
    const again = docOfSgf(sgfOf({ game: 'go', rules: '', start: '9x9', first: ['D4', 'pass', 'J9'] }, 9))!;
    expect(again.first).toEqual(['D4', 'pass', 'J9']);
    for (const bad of ['', '(', '(;', '(;SZ[99])', '(;B[zz', '(;SZ[9];B[zz])']) docOfSgf(bad);
  });

  it('never breaks on other texts', () => {
    const texts = ['', ' ', '/', 'x', '9999999/1', '(;', 'a1a1=', '{}', '\u0000', 'X'.repeat(5000), '1. e4 e5', '1. a1a1=E f3f3=h', '////////'];
    for (const view of knownGames()) {
      for (const text of texts) {
        view.read(text);
        view.steps(text);
        view.event(text);
        view.deal(text, text);
      }
      expect(view.read('')).toBeNull();
      expect(view.read('1. a1a1=E f3f3=h')).toBeNull();
    }
    expect(allSquares(banqi.read('XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - - 0 1')!.geometry)).toHaveLength(32);
  });
});
