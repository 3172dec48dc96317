// The engine's panel: best moves with values, lines, tables; the static
// evaluation; proofs; the audit. What was found stays with its node.
import { api, ApiFailure, type MoveRow } from '../api';
import type { Shape } from '../board/board';
import { named, number, plural, t } from '../i18n';
import { outcomeTable, valueEl, type TableRow } from '../review/values';
import { button, h, put } from '../ui/dom';
import { choice, check } from '../ui/shell';
import type { AnalysePage } from './analyse';

const NODES = ['10000', '50000', '200000', '1000000', '5000000'];
const wish = { nodes: '50000', lines: '3', audit: false };

export class EnginePanel {
  readonly el = h('div', { cls: 'engine' });
  private running: AbortController | null = null;
  private open: string | null = null;
  private extra: HTMLElement = h('div');
  private extraFor: unknown = null;

  constructor(private readonly page: AnalysePage) {}

  stop(): void {
    this.running?.abort();
    this.running = null;
  }

  toggle(): void {
    if (this.running) this.stop();
    else void this.run();
    if (this.page.tab === 'engine') this.draw();
    else this.page.setTab('engine');
  }

  private async run(): Promise<void> {
    this.stop();
    const asking = new AbortController();
    this.running = asking;
    const node = this.page.at;
    this.draw();
    try {
      const a = await api.analyse(this.page.place(node), { nodes: Number(wish.nodes), lines: Number(wish.lines), audit: wish.audit }, asking.signal);
      this.running = null;
      this.open = null;
      this.page.keepAnalysis(node, a);
    } catch (e) {
      if (asking.signal.aborted) return;
      this.running = null;
      put(this.extra, h('p', { cls: 'badline' }, e instanceof ApiFailure ? e.message : String(e)));
    }
    if (this.page.tab === 'engine') this.draw();
  }

  shapes(): Shape[] {
    const a = this.page.analysis();
    if (!a) return [];
    return a.moves.slice(0, Number(wish.lines)).flatMap((m, i) =>
      this.page.arrows(m.move, i === 0 ? 'best' : 'good', `${number(m.value.percent, 0)}%`, Math.max(7, 16 - 3 * i))).reverse();
  }

  draw(): void {
    const a = this.page.analysis();
    const view = this.page.view;
    if (this.extraFor !== this.page.at) {
      this.extraFor = this.page.at;
      put(this.extra);
    }
    const most = this.page.catalogue.most_nodes;
    put(this.el,
      h('div', { cls: 'fields' },
        choice(t('an.nodes'), 'nodes', NODES.filter((n) => Number(n) <= most).map((n) => [n, number(Number(n))]), wish.nodes, (v) => { wish.nodes = v; }),
        choice(t('an.lines'), 'lines', ['1', '2', '3', '5', '8'].map((n) => [n, n]), wish.lines, (v) => { wish.lines = v; this.page.redraw(); })),
      h('div', { cls: 'buttons' },
        this.running
          ? button(t('an.stop'), () => { this.stop(); this.draw(); }, { id: 'stop' })
          : button(t('an.run'), () => void this.run(), { cls: 'primary', id: 'run' }),
        button(t('an.eval'), () => void this.evaluate(), { id: 'evaluate' }),
        button(t('an.solve'), () => void this.solve(), { id: 'solve' }),
        check(t('an.audit'), 'audit', wish.audit, (v) => { wish.audit = v; })),
      this.running ? h('p', { 'aria-busy': 'true' }, t('an.running')) : null,
      a && view ? this.results() : null,
      this.extra,
      h('p', { cls: 'note small' }, t('an.legend')));
  }

  private results(): HTMLElement {
    const a = this.page.analysis();
    const view = this.page.view;
    if (!a || !view) return h('div');
    const shownMoves = a.moves.slice(0, Number(wish.lines));
    const row = (m: MoveRow, i: number): HTMLElement => {
      const isOpen = this.open === m.move || (this.open === null && i === 0);
      return h('li', { onmouseenter: () => this.page.showHover(this.page.arrows(m.move, 'best')), onmouseleave: () => this.page.showHover([]) },
        button(m.move, () => void this.page.play(m.move)), ' ', valueEl(m.value), ' ',
        m.outcomes.length ? button(t('an.outcomes'), () => { this.open = isOpen && this.open !== null ? '' : m.move; this.draw(); }, { cls: 'small', 'aria-expanded': isOpen ? 'true' : 'false' }) : null,
        h('div', { cls: 'pv' }, m.line.join(' ')),
        isOpen && m.outcomes.length ? outcomeTable(view, m.outcomes.map(outcomeRow), null) : null);
    };
    return h('div', { id: 'results' },
      h('p', { cls: 'small' }, `${plural('count.nodes', a.nodes)}, ${t('an.depth', { n: a.depth })}, ${number(a.time_ms)} ms`, a.static ? ` · ${t('an.static', { n: number(a.static.percent, 1) })}` : ''),
      a.outcomes.length ? outcomeTable(view, a.outcomes.map(outcomeRow), null) : null,
      h('ol', {}, ...shownMoves.map(row)),
      a.moves.length > shownMoves.length ? h('p', { cls: 'note small' }, t('an.more', { n: a.moves.length - shownMoves.length })) : null,
      a.audit ? h('div', {}, h('h3', {}, t('an.audit')),
        a.audit.contradictions.length === 0 ? h('p', { cls: 'okline' }, t('an.audit_ok', { n: a.audit.checked })) : h('div', {},
          h('p', { cls: 'badline' }, t('an.audit_bad', { n: a.audit.contradictions.length })),
          h('ul', {}, ...a.audit.contradictions.map((c) => h('li', {}, `${c.what} ${c.where.join(' ')}: ${c.detail}`))))) : null);
  }

  private async evaluate(): Promise<void> {
    try {
      const e = await api.evaluate(this.page.place());
      put(this.extra, h('h3', {}, t('an.eval')), h('p', {}, t('an.static', { n: number(e.percent, 1) }), h('span', { cls: 'note' }, ` (${e.units})`)),
        h('table', { cls: 'grid' }, h('thead', {}, h('tr', {}, h('th', {}, t('an.term')), h('th', { cls: 'num' }, t('an.own')), h('th', { cls: 'num' }, t('an.other')), h('th', { cls: 'num' }, t('an.value')))),
          h('tbody', {}, ...e.terms.map((x) => h('tr', {}, h('td', {}, named('term', x.name)), h('td', { cls: 'num' }, String(x.own)), h('td', { cls: 'num' }, String(x.other)), h('td', { cls: 'num' }, String(x.value)))))));
    } catch (e) {
      put(this.extra, h('p', { cls: 'badline' }, e instanceof ApiFailure ? e.message : String(e)));
    }
  }

  private async solve(): Promise<void> {
    try {
      const x = await api.solve(this.page.place());
      put(this.extra, x.value
        ? h('p', { cls: 'okline' }, t('an.solved', { proof: x.proof ?? '', value: '' }), valueEl(x.value))
        : x.groups?.length ? h('pre', { cls: 'small scroll' }, JSON.stringify(x.groups, null, 1)) : h('p', {}, t('an.unsolved', { nodes: plural('count.nodes', x.nodes) })));
    } catch (e) {
      put(this.extra, h('p', { cls: 'badline' }, e instanceof ApiFailure ? e.message : String(e)));
    }
  }
}

function outcomeRow(o: MoveRow['outcomes'][number]): TableRow {
  return { event: o.event, weight: o.weight, total: o.total, score: o.value.score, reply: o.reply, ends: o.ends ?? null, proved: o.value.proved };
}
