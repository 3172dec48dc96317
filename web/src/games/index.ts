// Which games the page knows. One line each.
import { banqi, jieqi } from './xiangqi';
import { chess, dicechess } from './chess';
import { go } from './go';
import type { GameView } from './types';

const views: GameView[] = [banqi, jieqi, dicechess, chess, go];

export function gameView(name: string): GameView | null {
  return views.find((v) => v.name === name) ?? null;
}

export function knownGames(): GameView[] {
  return views;
}

export type { GameView, Shown, Step } from './types';
