// The laboratory's page: estimates from counts, and two levels matched before one's eyes.
import { api, ApiFailure, listen, type Catalogue } from '../api';
import { gameView } from '../games';
import { named, number, plural, t } from '../i18n';
import { button, h, put } from '../ui/dom';
import { choice, toast } from '../ui/shell';
import { onChange } from '../ui/settings';
import type { Page } from './page';

interface Score { a: number; b: number; draws: number }

export function labPage(root: HTMLElement, catalogue: Catalogue): Page {
  const box = h('section', { cls: 'card' });
  root.append(box);
  const counts = ['10', '20', '40', '20', '10'];
  const match = { game: catalogue.games[0]?.name ?? 'banqi', a: '2', b: '1', pairs: '5' };
  const result = h('div', { id: 'stats', role: 'status' });
  const live = h('div', { id: 'match', role: 'status' });
  let running = 0;

  const compute = async (pairs: number[]): Promise<HTMLElement> => {
    const s = await api.stats(pairs);
    const range = (x: [number, number] | null): string => (x ? `${number(x[0], 1)} – ${number(x[1], 1)}` : '–');
    const row = (name: string, value: number | null, interval: [number, number] | null): HTMLElement => h('tr', {}, h('th', { scope: 'row' }, name), h('td', { cls: 'num' }, value === null ? '–' : number(value, 1)), h('td', { cls: 'num' }, range(interval)));
    return h('div', {}, s.degenerate ? h('p', { cls: 'badline' }, t('lab.degenerate')) : null,
      h('table', { cls: 'grid' }, h('thead', {}, h('tr', {}, h('th', {}, `${t('lab.games')}: ${number(s.games)}`), h('th', { cls: 'num' }, ''), h('th', { cls: 'num' }, t('lab.interval')))),
        h('tbody', {}, row(`${t('lab.score')} %`, s.score_percent, s.interval_95), row(t('lab.elo'), s.elo, s.elo_95))));
  };

  const show = async (): Promise<void> => {
    try {
      put(result, await compute(counts.map((c) => Math.max(0, Math.floor(Number(c) || 0)))));
    } catch (e) {
      toast(e instanceof ApiFailure ? e.message : String(e));
    }
  };

  /** Both legs of each pair on one deal with seats exchanged; nobody sees the deal before the end. */
  const watch = async (): Promise<void> => {
    const mine = ++running;
    const bins = [0, 0, 0, 0, 0];
    const sum: Score = { a: 0, b: 0, draws: 0 };
    try {
      for (let pair = 0; pair < Number(match.pairs); pair++) {
        const seed = `lab ${Date.now()} ${pair}`;
        let halves = 0;
        for (const leg of [0, 1]) {
          const level = (x: string): { kind: 'engine'; level: number } => ({ kind: 'engine', level: Number(x) });
          const seats = leg === 0 ? [level(match.a), level(match.b)] : [level(match.b), level(match.a)];
          const made = await api.create({ game: match.game, seats, seed });
          const key = made.keys.first ?? '';
          const winner = await finished(made.id, key, () => mine !== running);
          if (mine !== running) return;
          const a = leg === 0 ? 'first' : 'second';
          if (winner === null) { halves += 1; sum.draws++; } else if (winner === a) { halves += 2; sum.a++; } else sum.b++;
          put(live, h('p', {}, `${t('lab.games')}: ${2 * pair + leg + 1} · ${t('play.level')} ${match.a}: ${sum.a} · ${t('play.level')} ${match.b}: ${sum.b} · ${t('lab.draws')}: ${sum.draws}`));
        }
        bins[halves] = (bins[halves] ?? 0) + 1;
        live.append(await compute(bins));
      }
    } catch (e) {
      toast(e instanceof ApiFailure ? e.message : String(e));
    }
  };

  const draw = (): void => put(box,
    h('h1', {}, t('lab.title')), h('p', {}, t('lab.intro')),
    h('form', { onsubmit: (e: Event) => { e.preventDefault(); void show(); } },
      h('fieldset', {}, h('legend', {}, t('lab.pairs')), h('div', { cls: 'buttons' },
        ...counts.map((c, i) => h('input', { name: `bin${i}`, value: c, size: 5, inputmode: 'numeric', 'aria-label': ['0', '½', '1', '1½', '2'][i], oninput: (e: Event) => { counts[i] = (e.target as HTMLInputElement).value; } })),
        h('button', { type: 'submit', cls: 'primary', id: 'compute' }, t('lab.compute'))))),
    result,
    h('h2', {}, t('lab.match')), h('p', { cls: 'note' }, t('lab.match_note')),
    h('div', { cls: 'fields' },
      choice(t('play.game'), 'labgame', catalogue.games.filter((g) => gameView(g.name)).map((g) => [g.name, named('game', g.name)]), match.game, (v) => { match.game = v; }),
      choice('A', 'a', catalogue.levels.slice(0, 6).map((l) => [String(l.level), t('play.level_n', { n: l.level, nodes: plural('count.nodes', l.nodes) })]), match.a, (v) => { match.a = v; }),
      choice('B', 'b', catalogue.levels.slice(0, 6).map((l) => [String(l.level), t('play.level_n', { n: l.level, nodes: plural('count.nodes', l.nodes) })]), match.b, (v) => { match.b = v; }),
      choice(t('lab.pairs').split(' ')[0] ?? '', 'pairs', ['5', '10', '25', '50'].map((n) => [n, n]), match.pairs, (v) => { match.pairs = v; })),
    h('div', { cls: 'buttons' }, button(t('lab.match'), () => void watch(), { id: 'watch' }), button(t('an.stop'), () => { running++; })),
    live,
    h('h2', {}, t('lab.levels')), h('p', { cls: 'note' }, t('lab.level_note')),
    h('table', { cls: 'grid' }, h('tbody', {}, ...catalogue.levels.map((l) => h('tr', {}, h('th', { scope: 'row' }, String(l.level)), h('td', { cls: 'num' }, plural('count.nodes', l.nodes)))))));
  draw();
  const off = onChange(draw);
  return { destroy: () => { running++; off(); } };
}

/** Looks at a game between engines until it ends; gives the winner's seat. */
function finished(id: string, key: string, stop: () => boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const end = listen(id, key, (state) => {
      if (state.verdict) {
        end();
        resolve(state.verdict.winner);
      } else if (stop()) {
        end();
        resolve(null);
      }
    }, () => undefined);
  });
}
