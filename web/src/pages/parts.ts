// Parts that several pages show: pools, dice, a field for typed moves.
import { t } from '../i18n';
import type { GameView, Shown } from '../games';
import { h, s } from '../ui/dom';
import { announce } from '../ui/shell';
import { pieceName } from '../ui/describe';
import { settings } from '../ui/settings';
import { named, number } from '../i18n';

export function miniPiece(view: GameView, code: string, size = 30): SVGElement {
  return s('svg', { viewBox: '-50 -50 100 100', width: size, height: size, cls: 'mini', role: 'img', 'aria-label': pieceName(view, code) },
    view.piece(code, settings.pieces));
}

export function pools(view: GameView, shown: Shown): HTMLElement | null {
  const full = shown.pools.filter((p) => p.pieces.length > 0);
  if (full.length === 0) return null;
  return h('div', { cls: 'pools' }, ...full.map((pool) => {
    const total = pool.pieces.reduce((n, p) => n + p.count, 0);
    const title = pool.owner === null ? t('pool.bag', { n: number(total) }) : t('pool.of', { side: named('side', pool.owner), n: number(total) });
    return h('div', { cls: 'pool' }, h('span', { cls: 'pooltitle' }, title),
      ...pool.pieces.map((p) => h('span', { cls: 'poolpiece', title: t('say.odds', { count: number(p.count), total: number(total) }) },
        miniPiece(view, p.code), h('b', {}, String(p.count)))));
  }));
}

export function diceTray(view: GameView, dice: string[], used: number[]): HTMLElement | null {
  if (dice.length === 0) return null;
  return h('div', { cls: 'dice', 'aria-label': t('dice.label') }, h('span', { cls: 'pooltitle' }, t('dice.label')),
    ...dice.map((d, i) => h('span', { cls: used.includes(i) ? 'die used' : 'die' }, miniPiece(view, d, 34))));
}

/** A field that takes moves in the game's notation, and questions. */
export function moveField(ask: { view: () => GameView; shown: () => Shown | null; legal: () => string[]; last: () => string; play: (mv: string) => void }): HTMLElement {
  const input = h('input', { type: 'text', name: 'move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-label': t('play.type'), placeholder: t('play.type') });
  const form = h('form', { cls: 'typed', onsubmit: (e: Event) => {
    e.preventDefault();
    const text = input.value.trim();
    input.value = '';
    if (!text) return;
    const answer = query(ask, text);
    if (answer !== null) {
      announce(answer);
      out.textContent = answer;
      return;
    }
    const legal = ask.legal();
    const found = legal.find((m) => m === text) ?? legal.find((m) => m.toLowerCase() === text.toLowerCase());
    if (found) {
      out.textContent = '';
      ask.play(found);
      return;
    }
    out.textContent = t('play.not_legal', { move: text });
    announce(out.textContent);
  } }, input, h('button', { type: 'submit' }, t('play.send')));
  const out = h('p', { cls: 'answer', 'aria-hidden': 'true' });
  return h('div', {}, form, out);
}

function query(ask: { view: () => GameView; shown: () => Shown | null; legal: () => string[]; last: () => string }, text: string): string | null {
  const shown = ask.shown();
  const view = ask.view();
  const m = /^([psml])(?:\s+(\S+))?$/.exec(text);
  if (!m || !shown || (m[1] !== 'l' && m[2] === undefined)) return null;
  const word = m[2] ?? '';
  const list = (squares: [string, string][]): string => squares.map(([sq, c]) => `${sq} ${pieceName(view, c)}`).join(', ') || t('query.none');
  switch (m[1]) {
    case 'p': return list([...shown.placement].filter(([, c]) => c === word || (word === 'A' && c === c.toUpperCase()) || (word === 'a' && c === c.toLowerCase())));
    case 's': return list([...shown.placement].filter(([sq]) => sq.startsWith(word) || sq.slice(1) === word).sort());
    case 'm': return ask.legal().filter((l) => l.startsWith(word)).join(', ') || t('query.none');
    default: return ask.last() || t('query.none');
  }
}
