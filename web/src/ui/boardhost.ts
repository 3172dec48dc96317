// A board dressed with the user's settings and a game's pieces.
import { Board, emptyState, type BoardEvents, type BoardState } from '../board/board';
import { t } from '../i18n';
import type { GameView, Shown } from '../games';
import { pieceName } from './describe';
import { settings } from './settings';

const reduced = matchMedia('(prefers-reduced-motion: reduce)');

export class BoardHost {
  readonly board: Board;
  private view: GameView;
  flipped = false;
  private drawPiece: BoardState['piece'];
  private drawnAs = '';

  constructor(host: Element, view: GameView, first: Shown, events: BoardEvents, interactive: BoardState['interactive']) {
    this.view = view;
    this.drawPiece = this.painter();
    this.board = new Board(host, { ...emptyState(first.geometry, this.drawPiece), ...this.dressed(first), interactive }, events);
  }

  private painter(): BoardState['piece'] {
    const view = this.view;
    const set = settings.pieces;
    this.drawnAs = `${view.name}/${set}`;
    return (code) => view.piece(code, set);
  }

  private dressed(shown: Shown): Partial<BoardState> {
    const view = this.view;
    if (this.drawnAs !== `${view.name}/${settings.pieces}`) this.drawPiece = this.painter();
    const upright = view.wide && (settings.upright || innerWidth < 620);
    return {
      geometry: shown.geometry,
      placement: shown.placement,
      piece: this.drawPiece,
      orientation: { flipped: this.flipped, upright },
      coordinates: settings.coordinates,
      boardStyle: settings.boardStyle,
      animationMs: settings.animation && !reduced.matches ? 160 : 0,
      labels: {
        board: t('board.label', { game: t(`game.${view.name}` as 'game.banqi') }),
        square: (sq, piece) => `${sq}, ${piece === undefined ? t('board.empty') : pieceName(view, piece)}`,
        marks: { last: t('board.last'), dest: t('board.dest'), selected: t('board.selected') },
      },
    };
  }

  /** Shows a position with whatever else is given. */
  show(view: GameView, shown: Shown, more: Partial<BoardState> = {}): void {
    this.view = view;
    this.board.set({ ...this.dressed(shown), ...more });
  }
}
