// The whole game judged: progress, decision and luck apart, the dearest decisions.
import { api, ApiFailure, type Judged, type Sweep } from '../api';
import { named, number, plural, t } from '../i18n';
import { percent, POINT, seatSum, sizeWord, worst } from '../review/sums';
import { outcomeTable, points } from '../review/values';
import { button, h, put } from '../ui/dom';
import { choice, toast } from '../ui/shell';
import type { AnalysePage } from './analyse';

const wish = { nodes: '2000' };

export class SweepPanel {
  readonly el = h('div', { cls: 'sweep' });
  private id: string | null = null;
  private last: Sweep | null = null;
  private plies: Judged[] = [];
  private timer = 0;

  constructor(private readonly page: AnalysePage) {}

  /** The page goes elsewhere; the server goes on with the sweep. */
  leave(): void {
    clearTimeout(this.timer);
    this.id = null;
    this.last = null;
    this.plies = [];
  }

  private memory(): string {
    const { game, rules, start, first } = this.page.doc;
    return `sweep.${game}.${rules}.${start}.${first.join(' ')}`.slice(0, 4000);
  }

  /** Begins the sweep; without `now` only one that was begun before is taken up. */
  begin(now: boolean): void {
    const doc = this.page.doc;
    if (doc.first.length === 0) return;
    let nodes = Number(wish.nodes);
    if (!now) {
      const before = sessionStorage.getItem(this.memory());
      if (!before) return;
      nodes = Number(before);
    }
    void api.sweep({ game: doc.game, rules: doc.rules, start: doc.start, moves: doc.first, ...(doc.second ? { other: doc.second } : {}), nodes }).then((made) => {
      try {
        sessionStorage.setItem(this.memory(), String(nodes));
      } catch {
        // Full: the sweep is found again by asking for it again.
      }
      this.id = made.id;
      this.plies = [];
      void this.poll();
    }, (e: unknown) => toast(e instanceof ApiFailure ? e.message : String(e)));
  }

  private async poll(): Promise<void> {
    const id = this.id;
    if (!id) return;
    try {
      const got = await api.readSweep(id, this.plies.length);
      if (this.id !== id) return;
      this.last = got;
      if (got.plies.length) {
        this.plies = [...this.plies, ...got.plies];
        this.page.takeJudged(this.plies);
      }
      if (this.page.tab === 'sweep') this.draw();
      if (got.running) this.timer = window.setTimeout(() => void this.poll(), 400);
    } catch {
      this.timer = window.setTimeout(() => void this.poll(), 1500);
    }
  }

  draw(): void {
    const total = this.page.doc.first.length;
    const got = this.last;
    const done = got !== null && got.done >= got.total;
    put(this.el,
      total === 0 ? h('p', { cls: 'note' }, t('an.no_moves')) : null,
      total > 0 && !got?.running && !done ? h('div', { cls: 'fields' },
        choice(t('an.nodes'), 'sweepnodes', ['500', '2000', '10000', '50000'].map((n) => [n, number(Number(n))]), wish.nodes, (v) => { wish.nodes = v; })) : null,
      h('div', { cls: 'buttons' },
        total > 0 && !got?.running && !done ? button(t('an.sweep_run'), () => this.begin(true), { cls: 'primary', id: 'sweep' }) : null,
        got?.running ? button(t('an.stop'), () => { if (this.id) void api.endSweep(this.id).then(() => this.poll()); }) : null),
      got ? h('p', { id: 'sweepstate', 'aria-live': 'off' }, got.running ? t('an.sweep_on', { done: number(got.done), total: number(got.total) })
        : done ? t('an.sweep_done', { total: number(got.total), nodes: plural('count.nodes', got.nodes) }) : t('an.sweep_left', { done: number(got.done), total: number(got.total) })) : null,
      got?.running ? h('progress', { value: got.done, max: got.total, 'aria-label': t('an.sweep') }) : null,
      this.card(),
      this.plies.length ? this.sums() : null,
      this.plies.length ? this.worst() : null,
      this.plies.length ? h('p', { cls: 'note small' }, t('an.marks_mean')) : null);
  }

  /** Decision and luck of the ply on the board. */
  private card(): HTMLElement | null {
    const j = this.page.judgedHere();
    const view = this.page.view;
    if (!j || !view) return null;
    const who = j.side ? named('side', j.side) : named('seat', j.seat);
    return h('section', { cls: 'plycard', id: 'card' },
      h('h3', {}, `${who}: ${j.token}${j.mark ? ` ${j.mark}` : ''}`),
      j.gap > 100_000 ? h('p', { cls: 'badline' }, t('an.gap', { points: number(j.gap / POINT, 1) }))
        : j.best === j.decision ? h('p', { cls: 'okline' }, t('an.decision_best'))
          : h('p', {}, t('an.decision_text', { points: number(j.loss / POINT, 1) }), ' ',
            h('span', { cls: 'small' }, `${t('an.best_was', { move: j.best, value: number(percent(j.best_score), 1) })}, ${t('an.played_was', { move: j.decision, value: number(percent(j.played_score), 1) })}`)),
      j.chance ? h('p', { cls: j.chance.luck >= 0 ? 'plus' : 'minus' }, t('an.luck_text', { what: j.chance.event, points: points(j.chance.luck), size: t(`size.${sizeWord(j.chance.luck / POINT)}`) })) : h('p', { cls: 'note' }, t('an.no_luck')),
      j.chance ? outcomeTable(view, j.chance.outcomes, j.chance.event) : null,
      h('p', { cls: 'note small' }, `${plural('count.nodes', j.nodes)}, ${t('an.depth', { n: j.depth })}`));
  }

  private sums(): HTMLElement {
    const rows = (['first', 'second'] as const).map((seat) => ({ seat, sum: seatSum(this.plies, seat) }));
    return h('section', {}, h('h3', {}, t('an.sum')), h('table', { cls: 'grid', id: 'sums' },
      h('thead', {}, h('tr', {}, h('th', {}), h('th', { cls: 'num' }, t('an.loss')), h('th', { cls: 'num' }, t('an.luck')), h('th', { cls: 'num' }, t('an.accuracy')), h('th', {}, t('an.marks')))),
      h('tbody', {}, ...rows.map(({ seat, sum }) => h('tr', {}, h('th', { scope: 'row' }, named('seat', seat)),
        h('td', { cls: 'num' }, number(sum.loss, 1)), h('td', { cls: `num ${sum.luck >= 0 ? 'plus' : 'minus'}` }, points(sum.luck * POINT)),
        h('td', { cls: 'num' }, sum.accuracy === null ? '' : number(sum.accuracy, 1)),
        h('td', {}, (['?!', '?', '??'] as const).map((m) => `${m} ${sum.marks[m]}`).join('  ')))))));
  }

  private worst(): HTMLElement {
    const dear = worst(this.plies, 3);
    return h('section', {}, h('h3', {}, t('an.worst')), h('ol', { id: 'worst' }, ...dear.map((j) => h('li', {},
      button(`${j.ply + 1}. ${j.token}`, () => this.page.jump(j.ply + 1)), ` −${number(j.loss / POINT, 1)} ${t('an.points')} · ${t('an.best_was', { move: j.best, value: number(percent(j.best_score), 1) })} `,
      button(t('an.play_from'), () => { this.page.jump(j.ply); setTimeout(() => this.page.playFrom(), 400); }, { cls: 'small' })))));
  }
}
