// Building a position: a piece, then its square. Bags and pools follow; the
// rules say what is wrong with it.
import { api, ApiFailure } from '../api';
import { gameView } from '../games';
import { named, t } from '../i18n';
import { pieceName } from '../ui/describe';
import { button, h, put } from '../ui/dom';
import { choice } from '../ui/shell';
import { settings } from '../ui/settings';
import { s } from '../ui/dom';
import type { AnalysePage } from './analyse';

export class EditorPanel {
  readonly el = h('div', { cls: 'editor' });
  private text = '';
  private brush: string | null = '';
  private board: Map<string, string> | null = null;
  private side = '';
  private said = '';
  private good = false;
  private asked = 0;

  constructor(private readonly page: AnalysePage) {}

  /** Takes what is on the board. */
  start(): void {
    const table = this.page.table();
    const shown = this.page.shown();
    this.text = table?.position ?? this.text;
    this.board = shown ? new Map(shown.placement) : null;
    const view = this.page.view;
    const sides = view?.sides ?? [];
    this.side = sides.find((x) => x.name === table?.side)?.letter ?? sides[0]?.letter ?? '';
    this.brush = view?.palette[0] ?? '';
    void this.test();
  }

  /** Takes a text that could not be opened, so that it can be mended. */
  startWith(text: string): void {
    this.start();
    this.text = text;
    const shown = this.page.view?.read(text);
    this.board = shown ? new Map(shown.placement) : new Map();
    void this.test();
  }

  placement(): Map<string, string> | null {
    return this.board;
  }

  press(sq: string): void {
    if (!this.board) return;
    if (this.brush === null || this.board.get(sq) === this.brush) this.board.delete(sq);
    else this.board.set(sq, this.brush);
    this.write();
  }

  private write(): void {
    const view = this.page.view;
    if (!view || !this.board) return;
    this.text = view.write(this.text, this.board, this.side);
    this.page.redraw();
    void this.test();
  }

  /** Asks the rules whether it can be. */
  private async test(): Promise<void> {
    const ask = ++this.asked;
    try {
      await api.table({ game: this.page.doc.game, rules: this.page.doc.rules, start: this.text, moves: [] });
      if (ask !== this.asked) return;
      this.good = true;
      this.said = t('an.good_position');
    } catch (e) {
      if (ask !== this.asked) return;
      this.good = false;
      this.said = `${t('an.bad_position')} ${e instanceof ApiFailure ? e.message : String(e)}`;
    }
    this.draw();
  }

  draw(): void {
    const view = this.page.view;
    if (!view) return;
    const typedHere = document.activeElement?.id === 'position';
    const brushButton = (code: string | null): HTMLElement => h('button', {
      type: 'button', 'aria-pressed': this.brush === code ? 'true' : 'false', 'data-brush': code ?? 'erase', title: code === null ? t('an.erase') : pieceName(view, code),
      'aria-label': code === null ? t('an.erase') : pieceName(view, code), onclick: () => { this.brush = code; this.draw(); },
    }, code === null ? h('span', { cls: 'mini' }, '✕') : s('svg', { viewBox: '-50 -50 100 100', width: 38, height: 38 }, view.piece(code, settings.pieces)));
    const field = h('textarea', { id: 'position', 'aria-label': t('an.position'), oninput: (e: Event) => {
      this.text = (e.target as HTMLTextAreaElement).value;
      const shown = view.read(this.text);
      if (shown) {
        this.board = new Map(shown.placement);
        this.page.redraw();
      }
      void this.test();
    } });
    field.value = this.text;
    const state = h('p', { cls: this.good ? 'okline' : 'badline', role: 'status', id: 'editstate' }, this.said);
    if (typedHere && this.el.querySelector('#position')) {
      // The user is typing: only what is said of it changes.
      this.el.querySelector('#editstate')?.replaceWith(state);
      const use = this.el.querySelector<HTMLButtonElement>('#use');
      if (use) use.disabled = !this.good;
      return;
    }
    const games = this.page.catalogue.games.filter((g) => gameView(g.name));
    put(this.el,
      h('div', { cls: 'fields' },
        choice(t('play.game'), 'editgame', games.map((g) => [g.name, named('game', g.name)]), this.page.doc.game, (game) => { void this.page.open({ game, rules: '', start: 'start', first: [] }).then(() => this.page.setTab('edit')); }),
        choice(t('an.turn'), 'turn', view.sides.map((x) => [x.letter, named('side', x.name)]), this.side, (v) => { this.side = v; this.write(); })),
      h('div', { cls: 'palette', role: 'group', 'aria-label': t('set.pieces') }, ...view.palette.map(brushButton), brushButton(null)),
      h('div', { cls: 'buttons' },
        button(t('an.clear'), () => { this.board = new Map(); this.write(); }),
        button(t('an.initial'), () => { void this.page.open({ game: this.page.doc.game, rules: this.page.doc.rules, start: 'start', first: [] }).then(() => this.page.setTab('edit')); })),
      field, state,
      button(t('an.use'), () => { void this.page.open({ game: this.page.doc.game, rules: this.page.doc.rules, start: this.text, first: [] }).then(() => this.page.setTab('engine')); }, { cls: 'primary', id: 'use', disabled: !this.good }));
  }
}
