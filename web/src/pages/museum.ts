// The museum: position, faulty number, catching check, sound number.
import { api, ApiFailure, type Exhibit } from '../api';
import { gameView } from '../games';
import { named, t } from '../i18n';
import { BoardHost } from '../ui/boardhost';
import { button, h, put } from '../ui/dom';
import { onChange } from '../ui/settings';
import { openDoc } from './doc';
import type { Page } from './page';

export function museumPage(root: HTMLElement, name?: string): Page {
  const box = h('section', { cls: 'card' });
  root.append(box);
  let gone = false;
  let host: BoardHost | null = null;
  let pieces: { name: string; game: string; title: string; story: string }[] = [];
  let shown: Exhibit | null = null;
  let failed = '';
  const arm = (cls: string, title: string, what: string, big: string, detail: string[]): HTMLElement =>
    h('div', { cls: `arm ${cls}` }, h('h3', {}, title), h('p', { cls: 'small' }, what), h('p', { cls: 'big' }, big), detail.length ? h('ul', {}, ...detail.map((d) => h('li', {}, d))) : null);
  const draw = (): void => {
    host?.board.destroy();
    host = null;
    const list = h('ul', { cls: 'pieces' }, ...pieces.map((p) => h('li', {}, h('a', { href: `#/museum/${p.name}`, 'aria-current': p.name === name ? 'page' : undefined }, h('b', {}, p.title), h('br'), h('span', { cls: 'small' }, named('game', p.game))))));
    const main = h('div', { id: 'exhibit' });
    const piece = pieces.find((p) => p.name === name);
    if (piece) {
      main.append(h('h2', {}, piece.title), h('p', {}, piece.story));
      const exhibit = shown;
      if (failed) main.append(h('p', { cls: 'badline' }, failed));
      else if (!exhibit) main.append(h('p', { 'aria-busy': 'true' }, t('mu.running')));
      else {
        const view = gameView(exhibit.game);
        const position = exhibit.position ? view?.read(exhibit.position) : null;
        if (view && position) {
          const board = h('div', { cls: 'boardbox museumboard' });
          main.append(board);
          host = new BoardHost(board, view, position, {}, 'none');
          main.append(h('p', {}, h('code', {}, exhibit.position)),
            button(t('mu.analyse'), () => openDoc({ game: exhibit.game, rules: '', start: exhibit.position, first: [] })));
        }
        const ok = exhibit.check.caught && exhibit.check.sound_passes;
        main.append(h('div', { cls: 'arms' },
          arm('faulty', t('mu.faulty'), exhibit.faulty.what, exhibit.faulty.number, exhibit.faulty.detail),
          arm('check', t('mu.check'), exhibit.check.check, ok ? `✓ ${t('mu.caught')}` : `✗ ${t('mu.missed')}`, [exhibit.check.says]),
          arm('sound', t('mu.sound'), exhibit.sound.what, exhibit.sound.number, exhibit.sound.detail)));
      }
    }
    put(box, h('h1', {}, t('mu.title')), h('p', { cls: 'note' }, t('mu.intro')),
      pieces.length ? h('div', { cls: 'museum' }, list, main) : h('p', {}, t('mu.none')));
  };
  void api.museum().then(async (m) => {
    pieces = m.pieces;
    if (gone) return;
    draw();
    if (!name) return;
    try {
      shown = await api.exhibit(name);
    } catch (e) {
      failed = e instanceof ApiFailure ? e.message : String(e);
    }
    if (!gone) draw();
  }, (e: unknown) => put(box, String(e)));
  const off = onChange(draw);
  return { destroy: () => { gone = true; off(); host?.board.destroy(); } };
}
