// Checking fair luck: the whole computation again, in the browser.
import type { GameState } from '../api';
import { banqiDeal, dealOf, diceRoll, sameDeal, sha256 } from '../fair/luck';
import { knownGames } from '../games';
import { named, number, t } from '../i18n';
import { h, put } from '../ui/dom';
import { choice } from '../ui/shell';
import { onChange } from '../ui/settings';
import type { Page } from './page';

export function fairPage(root: HTMLElement, id?: string): Page {
  let given: GameState | null = null;
  try {
    given = id ? (JSON.parse(sessionStorage.getItem(`truth.${id}`) ?? 'null') as GameState | null) : null;
  } catch {
    given = null;
  }
  const wish = {
    game: given?.kind ?? 'banqi', secret: given?.truth?.luck.secret ?? '', contribution: given?.truth?.luck.contribution ?? '',
    commit: given?.luck.commit ?? '', deal: given?.truth?.deal ?? '',
  };
  const box = h('section', { cls: 'card' });
  root.append(box);
  const out = h('div', { id: 'fairresult', role: 'status' });
  const field = (key: keyof typeof wish, label: string): HTMLElement => h('label', { cls: 'field' }, h('span', {}, label),
    h('input', { name: key, value: wish[key], spellcheck: 'false', autocomplete: 'off', oninput: (e: Event) => { wish[key] = (e.target as HTMLInputElement).value.trim(); } }));
  const check = async (): Promise<void> => {
    const lines: HTMLElement[] = [];
    const line = (ok: boolean, text: string): void => { lines.push(h('p', { cls: ok ? 'okline' : 'badline' }, `${ok ? '✓' : '✗'} ${text}`)); };
    const fits = (await sha256(wish.secret)) === wish.commit.toLowerCase();
    line(fits, t(fits ? 'fair.commit_ok' : 'fair.commit_bad'));
    const seen = sessionStorage.getItem(`commit.${wish.contribution}`);
    if (seen) line(seen === wish.commit, t(seen === wish.commit ? 'fair.seen_ok' : 'fair.seen_bad'));
    const deal = dealOf(wish.game, `${wish.secret}:${wish.contribution}`);
    if (deal === null) lines.push(h('p', {}, t('fair.deal_unknown')));
    else {
      if (wish.deal) {
        const ok = sameDeal(wish.game, deal, wish.deal);
        line(ok, t(ok ? 'fair.deal_ok' : 'fair.deal_bad'));
      }
      const more = wish.game === 'dicechess' ? ` → ${Array.from({ length: 12 }, (_, n) => diceRoll(deal, n)).join(' ')} …` : '';
      lines.push(h('p', {}, t('fair.deal_is'), ' ', h('code', { id: 'followed' }, deal + more)));
    }
    put(out, ...lines);
  };
  const draw = (): void => {
    put(box, h('h1', {}, t('fair.title')), h('p', {}, t('fair.how')),
      h('form', { onsubmit: (e: Event) => { e.preventDefault(); void check(); } },
        h('div', { cls: 'fields' },
          choice(t('fair.game'), 'fairgame', knownGames().map((g) => [g.name, named('game', g.name)]), wish.game, (v) => { wish.game = v; }),
          field('secret', t('fair.secret')), field('contribution', t('fair.contribution')), field('commit', t('fair.commit')), field('deal', t('fair.deal'))),
        h('button', { type: 'submit', cls: 'primary', id: 'faircheck' }, t('fair.check'))),
      out, table());
  };
  draw();
  if (given) void check();
  const off = onChange(draw);
  return { destroy: off };
}

/** How often each kind lies on a1 over many deals: counts, expectation, interval. */
function table(): HTMLElement {
  const deals = 2_000;
  const counts = new Map<string, number>();
  const kinds: [string, number][] = [...'GAERHCSgaerhcs'].map((k) => [k, 'gG'.includes(k) ? 1 : 'sS'.includes(k) ? 5 : 2]);
  const body = h('tbody');
  const details = h('details', { ontoggle: () => {
    if (counts.size) return;
    for (let i = 1; i <= deals; i++) {
      const k = banqiDeal(`fairness ${i}`)[0] ?? '';
      counts.set(k, (counts.get(k) ?? 0) + 1);
    }
    put(body, ...kinds.map(([k, n]) => {
      const p = n / 32;
      const expected = deals * p;
      const spread = 1.96 * Math.sqrt(deals * p * (1 - p));
      return h('tr', {}, h('td', {}, k), h('td', { cls: 'num' }, number(counts.get(k) ?? 0)), h('td', { cls: 'num' }, number(expected, 1)),
        h('td', { cls: 'num' }, `${number(expected - spread, 0)} – ${number(expected + spread, 0)}`));
    }));
  } }, h('summary', {}, t('fair.table')), h('p', { cls: 'note' }, t('fair.count_note', { n: number(deals) })),
    h('table', { cls: 'grid' }, h('thead', {}, h('tr', {}, h('th', {}, t('fair.piece')), h('th', { cls: 'num' }, t('fair.count')), h('th', { cls: 'num' }, t('fair.expected')), h('th', { cls: 'num' }, t('fair.interval')))), body));
  return details;
}
