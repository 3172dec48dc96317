import { describe, expect, it } from 'vitest';
import { allSquares, banqiBoard, chessBoard, coordinates, fromScreen, goBoard, readPlacement, screenSize, squareName, toScreen, writePlacement, xiangqiBoard } from '../src/board/geometry';

const boards = { banqi: banqiBoard, chess: chessBoard, jieqi: xiangqiBoard, go19: goBoard(19), go9: goBoard(9) };

describe('geometry', () => {
  for (const [name, g] of Object.entries(boards)) {
    it(`${name}: every square goes to the screen and back in every orientation`, () => {
      for (const flipped of [false, true]) {
        for (const upright of [false, true]) {
          const seen = new Set<string>();
          const size = screenSize(g, { flipped, upright });
          for (const sq of allSquares(g)) {
            const c = coordinates(g, sq);
            expect(c).not.toBeNull();
            const p = toScreen(g, { flipped, upright }, c!.file, c!.rank);
            expect(p.x).toBeGreaterThanOrEqual(0);
            expect(p.x).toBeLessThan(size.width);
            expect(p.y).toBeLessThan(size.height);
            expect(fromScreen(g, { flipped, upright }, p.x, p.y)).toBe(sq);
            seen.add(`${p.x},${p.y}`);
          }
          expect(seen.size).toBe(g.files * g.ranks);
        }
      }
    });
  }

  it('names ranks from 1 in Banqi and chess, from 0 in Jieqi, and leaves out I in Go', () => {
    expect(squareName(banqiBoard, 0, 0)).toBe('a1');
    expect(squareName(banqiBoard, 7, 3)).toBe('h4');
    expect(squareName(xiangqiBoard, 8, 9)).toBe('i9');
    expect(squareName(xiangqiBoard, 0, 0)).toBe('a0');
    expect(squareName(goBoard(19), 8, 0)).toBe('J1');
    expect(coordinates(goBoard(19), 'T19')).toEqual({ file: 18, rank: 18 });
    expect(coordinates(goBoard(9), 'I5')).toBeNull();
  });

  it('puts a1 at the bottom left, and after a half turn at the top right', () => {
    const o = { flipped: false, upright: false };
    expect(toScreen(banqiBoard, o, 0, 0)).toEqual({ x: 0, y: 3 });
    expect(toScreen(banqiBoard, { ...o, flipped: true }, 0, 0)).toEqual({ x: 7, y: 0 });
  });

  it('reads and writes placements', () => {
    for (const [g, text] of [
      [banqiBoard, 'A2XXA1X/1X2aHGS/1R3eC1/S1E4S'],
      [chessBoard, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'],
      [xiangqiBoard, 'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX'],
    ] as const) {
      const placement = readPlacement(g, text);
      expect(placement).not.toBeNull();
      expect(writePlacement(g, placement!)).toBe(text);
    }
    expect(readPlacement(banqiBoard, 'A2XXA1X/1X2aHGS/1R3eC1')).toBeNull();
    expect(readPlacement(banqiBoard, 'A2XXA1XX/1X2aHGS/1R3eC1/S1E4S')).toBeNull();
    expect(readPlacement(banqiBoard, '')).toBeNull();
    expect(readPlacement(banqiBoard, 'A2XXA1X/1X2aHGS/1R3eC1/S1E4S')!.get('a4')).toBe('A');
  });
});
