// Analysis and review: the tree on the board, the engine, the whole game judged,
// an editor, and ways in and out.
import { api, ApiFailure, type Analysis, type Catalogue, type Judged, type TableState } from '../api';
import type { Shape } from '../board/board';
import { gameView, type GameView, type Shown, type Step } from '../games';
import { branches, destinations } from '../games/turns';
import { named, number, t } from '../i18n';
import { graph } from '../review/graph';
import { percent } from '../review/sums';
import { follow, mainLine, path, remove, root as newRoot, sibling, type TreeNode } from '../review/tree';
import { BoardHost } from '../ui/boardhost';
import { Chooser } from '../ui/chooser';
import { describe, verdictText } from '../ui/describe';
import { button, h, put } from '../ui/dom';
import { change, onChange, settings } from '../ui/settings';
import { announce, toast, typing } from '../ui/shell';
import { EditorPanel } from './editor';
import { EnginePanel } from './enginepanel';
import { InOutPanel } from './inout';
import { SweepPanel } from './sweeppanel';
import { pack, unpack, type Doc } from './doc';
import { diceTray, moveField, pools } from './parts';
import type { Page } from './page';

type Tab = 'engine' | 'sweep' | 'edit' | 'io';

export function analysePage(root: HTMLElement, catalogue: Catalogue, word?: string): Page {
  const page = new AnalysePage(root, catalogue);
  if (word) {
    void unpack(word).then((doc) => {
      if (doc && gameView(doc.game)) void page.open(doc);
      else {
        toast(t('an.bad_position'));
        void page.open(empty(catalogue));
      }
    });
  } else void page.open(empty(catalogue));
  return page;
}

function empty(catalogue: Catalogue): Doc {
  const game = catalogue.games.find((g) => gameView(g.name));
  return { game: game?.name ?? 'banqi', rules: '', start: 'start', first: [] };
}

/** What the page knows of one node of the tree. */
interface Known { table: TableState; analysis?: Analysis }

export class AnalysePage implements Page {
  doc: Doc = { game: '', rules: '', start: 'start', first: [] };
  view: GameView | null = null;
  tree: TreeNode = newRoot();
  at: TreeNode = this.tree;
  judged: Judged[] = [];
  tab: Tab = 'engine';
  private eyes: 'first' | 'second' = 'first';
  private truth = false;
  private known = new Map<TreeNode, Known>();
  private host: BoardHost | null = null;
  private made: Step[] = [];
  private shapes: Shape[] = [];
  private hover: Shape[] = [];
  private asked = 0;
  private opened = false;
  private readonly off: (() => void)[] = [];
  private readonly engine: EnginePanel;
  private readonly sweep: SweepPanel;
  private readonly editor: EditorPanel;
  private readonly inout: InOutPanel;
  private readonly el = {
    board: h('div', { cls: 'boardbox' }), bar: h('div', { cls: 'evalbar', role: 'img' }), pools: h('div'), status: h('div', { cls: 'status', role: 'status' }),
    nav: h('div', { cls: 'buttons' }), list: h('ol', { cls: 'moves' }), tabs: h('div', { cls: 'tabs', role: 'tablist' }), panel: h('div', { role: 'tabpanel' }), graph: h('div'), typed: h('div'),
  };

  constructor(root: HTMLElement, readonly catalogue: Catalogue) {
    this.engine = new EnginePanel(this);
    this.sweep = new SweepPanel(this);
    this.editor = new EditorPanel(this);
    this.inout = new InOutPanel(this);
    root.append(h('div', { cls: 'two' },
      h('section', { cls: 'left' }, h('div', { cls: 'withbar' }, this.el.bar, this.el.board), this.el.pools, this.el.graph),
      h('section', { cls: 'card right' }, this.el.status, this.el.nav, this.el.typed, this.el.list, this.el.tabs, this.el.panel)));
    const keys = (e: KeyboardEvent): void => this.keys(e);
    const sized = (): void => this.redraw();
    document.addEventListener('keydown', keys);
    addEventListener('resize', sized);
    this.off.push(() => document.removeEventListener('keydown', keys), () => removeEventListener('resize', sized),
      onChange(() => { this.redraw(); this.drawPanel(); }));
  }

  destroy(): void {
    for (const f of this.off) f();
    this.engine.stop();
    this.sweep.leave();
    this.host?.board.destroy();
  }

  /** Opens a game. */
  async open(doc: Doc): Promise<void> {
    const view = gameView(doc.game);
    if (!view) return;
    this.engine.stop();
    this.sweep.leave();
    this.doc = doc;
    this.view = view;
    this.truth = false;
    this.judged = [];
    this.known = new Map();
    this.tree = newRoot();
    this.grow();
    this.at = this.tree;
    this.made = [];
    try {
      const table = await api.table({ game: doc.game, rules: doc.rules, start: doc.start, moves: [] });
      this.doc.rules = table.rules;
      this.known.set(this.tree, { table });
    } catch (e) {
      put(this.el.status, e instanceof ApiFailure ? `${t('an.bad_position')} ${e.message}` : String(e));
      this.tab = 'edit';
      this.editor.startWith(doc.start);
      this.drawPanel();
      return;
    }
    if (!this.opened || doc.first.length) this.tab = doc.first.length ? 'sweep' : 'engine';
    this.opened = true;
    put(this.el.typed, moveField({
      view: () => view, shown: () => this.shown(), legal: () => this.known.get(this.at)?.table.legal ?? [],
      last: () => this.at.tokens.join(' '), play: (mv) => void this.play(mv),
    }));
    await this.visit(this.tree);
    this.drawPanel();
    this.sweep.begin(false);
  }

  private tokens(): string[] {
    return this.eyes === 'second' && this.doc.second ? this.doc.second : this.doc.first;
  }

  private grow(): void {
    let at = this.tree;
    for (const token of this.tokens()) {
      at = follow(at, [token]);
    }
  }

  place(node: TreeNode = this.at): { game: string; rules: string; start: string; moves: string[] } {
    return { game: this.doc.game, rules: this.doc.rules, start: this.doc.start, moves: path(node) };
  }

  table(): TableState | null {
    return this.known.get(this.at)?.table ?? null;
  }

  analysis(): Analysis | null {
    return this.known.get(this.at)?.analysis ?? null;
  }

  keepAnalysis(node: TreeNode, analysis: Analysis): void {
    const known = this.known.get(node);
    if (known) known.analysis = analysis;
    if (node === this.at) {
      this.redraw();
      const best = analysis.moves[0];
      if (best) announce(`${best.move} ${number(best.value.percent, 0)} %`);
    }
  }

  /** Goes to a node; what is not known of it yet is asked. */
  async visit(node: TreeNode): Promise<void> {
    this.at = node;
    this.made = [];
    this.hover = [];
    const ask = ++this.asked;
    if (!this.known.has(node)) {
      try {
        const table = await api.table(this.place(node));
        this.known.set(node, { table });
      } catch (e) {
        toast(e instanceof ApiFailure ? e.message : String(e));
        if (node.parent && ask === this.asked) await this.visit(remove(node));
        return;
      }
    }
    if (ask !== this.asked) return;
    this.redraw();
    this.drawPanel();
    if (node.tokens.length && this.view) {
      const before = node.parent ? this.readNode(node.parent) : null;
      announce(describe(this.view, node.tokens.join('='), before));
    }
  }

  private readNode(node: TreeNode): Shown | null {
    const table = this.known.get(node)?.table;
    return table && this.view ? this.view.read(table.position) : null;
  }

  shown(): Shown | null {
    const base = this.readNode(this.at);
    const view = this.view;
    if (!base || !view || this.made.length === 0) return base;
    let placement: ReadonlyMap<string, string> = base.placement;
    for (const step of this.made) placement = view.touch(placement, step);
    return { ...base, placement: new Map(placement) };
  }

  /** Plays a decision from here; where luck follows, it is asked what comes. */
  async play(mv: string): Promise<void> {
    const at = this.at;
    let table: TableState;
    try {
      table = await api.table({ ...this.place(at), moves: [...path(at), mv] }, { luck: '' });
    } catch (e) {
      toast(e instanceof ApiFailure ? e.message : String(e));
      this.made = [];
      this.redraw();
      return;
    }
    const open = table.seat === null && !table.verdict && (table.luck?.length ?? 0) > 0;
    if (!open) {
      await this.visit(follow(at, [mv]));
      return;
    }
    this.askEvent(table, (event) => void this.visit(follow(at, [mv, event])), () => { this.made = []; this.redraw(); });
  }

  /** Lets the user say what luck brings. */
  askEvent(table: TableState, done: (event: string) => void, dropped: () => void = () => undefined): void {
    const view = this.view;
    const luck = table.luck ?? [];
    if (!view || luck.length === 0) return;
    const total = luck.reduce((n, l) => n + l.weight, 0);
    const options = luck.map((l) => ({ value: l.event, piece: view.eventPieces(l.event).length === 1 ? l.event.replace(/^x=/, '')[0] : undefined, text: `${view.eventPieces(l.event).length === 1 ? '' : l.event + ' '}${l.weight}/${total}` }));
    options.unshift({ value: '?', piece: undefined, text: t('an.random') });
    new Chooser(t('an.choose_event'), options, view, (value) => {
      if (value !== '?') {
        done(value);
        return;
      }
      let n = Math.random() * total;
      for (const l of luck) {
        n -= l.weight;
        if (n < 0) {
          done(l.event);
          return;
        }
      }
    }, dropped);
  }

  private touched(from: string, to: string): void {
    const view = this.view;
    const table = this.table();
    if (!view || !table) return;
    const list = branches(view, table.legal, this.made).filter((b) => b.step.from === from && b.step.to === to);
    const kinds = [...new Set(list.map((b) => b.step.promotion ?? ''))];
    const go = (promotion: string): void => {
      const picked = list.filter((b) => (b.step.promotion ?? '') === promotion);
      const whole = picked.find((b) => b.last);
      if (whole) {
        this.made = view.steps(whole.move) ?? [];
        void this.play(whole.move);
      } else if (picked[0]) {
        this.made = [...this.made, picked[0].step];
        this.redraw();
      }
    };
    if (kinds.length > 1) new Chooser(t('play.promote'), kinds.map((k) => ({ value: k, piece: k })), view, go);
    else if (kinds.length === 1) go(kinds[0] ?? '');
  }

  /** Arrows for a row of a list. */
  showHover(shapes: Shape[]): void {
    this.hover = shapes;
    this.redraw();
  }

  /** Arrows of a move. */
  arrows(move: string, brush: Shape['brush'], label?: string, width = 14): Shape[] {
    return (this.view?.steps(move) ?? []).map((x, i): Shape => ({ from: x.from, to: x.to, brush, width, label: i === 0 ? label : undefined }));
  }

  private keys(e: KeyboardEvent): void {
    if (typing(e) || !this.view) return;
    const el = e.target as Element | null;
    const onBoard = el?.closest('.board, .graph');
    const go = (node: TreeNode | null | undefined): void => { if (node) void this.visit(node); };
    if (e.key === 'f') this.flip();
    else if (e.key === 'e') this.engine.toggle();
    else if (e.key === 'a') change({ arrows: !settings.arrows });
    else if (e.key === 'r') this.toggleTruth();
    else if (e.key === 'Escape' && this.made.length) { this.made = []; this.redraw(); }
    else if (onBoard) return;
    else if (e.key === 'ArrowLeft') go(this.at.parent);
    else if (e.key === 'ArrowRight') go(this.at.children[0]);
    else if (e.key === 'ArrowUp') go(sibling(this.at, -1));
    else if (e.key === 'ArrowDown') go(sibling(this.at, 1));
    else if (e.key === 'Home') go(this.tree);
    else if (e.key === 'End') go(mainLine(this.tree).at(-1));
    else return;
    e.preventDefault();
  }

  private flip(): void {
    if (!this.host) return;
    this.host.flipped = !this.host.flipped;
    this.redraw();
  }

  private toggleTruth(): void {
    if (!this.doc.deal) {
      toast(t('an.hidden_note'));
      return;
    }
    this.truth = !this.truth;
    this.redraw();
  }

  private setEyes(seat: 'first' | 'second'): void {
    this.eyes = seat;
    const ply = mainLine(this.tree).indexOf(this.at);
    this.known = new Map();
    this.tree = newRoot();
    this.grow();
    void this.visit(mainLine(this.tree)[Math.max(0, ply)] ?? this.tree);
  }

  /** The plies of the main line that were judged, as they come in. */
  takeJudged(plies: Judged[]): void {
    this.judged = plies;
    this.redraw();
  }

  /** The judged ply that led to this node. */
  judgedHere(): Judged | null {
    return this.at.main > 0 ? this.judged.find((p) => p.ply === this.at.main - 1) ?? null : null;
  }

  jump(ply: number): void {
    void this.visit(mainLine(this.tree)[ply] ?? this.tree);
  }

  redraw(): void {
    const view = this.view;
    const shown = this.shown();
    const table = this.table();
    if (!view || !shown || !table) return;
    const editing = this.tab === 'edit';
    if (!this.host) {
      this.host = new BoardHost(this.el.board, view, shown, {
        move: (from, to) => this.touched(from, to),
        press: (sq) => this.editor.press(sq),
        shapesChanged: (shapes) => { this.shapes = shapes; this.redraw(); },
      }, 'play');
    }
    const last = this.made.at(-1);
    const tokens = this.at.tokens[0];
    const steps = tokens ? view.steps(tokens) : null;
    const ghosts = new Map<string, string>();
    if (this.truth && this.doc.deal) {
      const under = view.deal(this.doc.deal, this.doc.start);
      for (const [sq, code] of shown.placement) {
        const real = under.get(sq);
        if (view.hidden(code) && real) ghosts.set(sq, real);
      }
    }
    const badges = new Map<string, { text: string; cls: string }>();
    const j = this.judgedHere();
    const to = steps?.at(-1)?.to;
    if (j && to) {
      if (j.mark) badges.set(to, { text: j.mark, cls: j.mark === '?!' ? 'mid' : 'bad' });
      else if (j.chance && Math.abs(j.chance.luck) >= 100_000) badges.set(to, { text: '⚄', cls: 'luck' });
    }
    const edited = editing ? this.editor.placement() : null;
    this.host.show(view, edited ? { ...shown, placement: edited } : shown, {
      interactive: editing ? 'free' : 'play',
      dests: editing ? new Map() : destinations(branches(view, table.legal, this.made)),
      lastMove: editing ? [] : last ? [last.from, last.to] : steps ? (steps.length === 1 ? [steps[0]?.from ?? '', steps[0]?.to ?? ''] : steps.flatMap((x) => [x.from, x.to])) : [],
      engineShapes: editing || !settings.arrows ? [] : this.hover.length ? this.hover : this.engine.shapes(),
      userShapes: editing ? [] : this.shapes, ghosts, badges,
      selected: editing ? null : this.host.board.selected,
    });
    put(this.el.pools, pools(view, shown), diceTray(view, shown.dice, []));
    this.drawBar(table);
    this.drawStatus(table);
    this.drawNav(table);
    this.drawList();
    const total = mainLine(this.tree).length - 1;
    put(this.el.graph, this.judged.length ? graph(total, this.judged, Math.max(0, mainLine(this.tree).indexOf(this.at)), (ply) => this.jump(ply)) : null);
  }

  /** The value for the first seat that is known here, in per cent. */
  private valueHere(table: TableState): number | null {
    const a = this.analysis();
    const best = a?.moves[0]?.value.percent;
    if (best !== undefined && table.seat) return table.seat === 'first' ? best : 100 - best;
    const next = this.at.main >= 0 ? this.judged.find((p) => p.ply === this.at.main) : undefined;
    if (next) return percent(next.seat === 'first' ? next.best_score : -next.best_score);
    if (table.verdict) return table.verdict.winner === null ? 50 : table.verdict.winner === 'first' ? 100 : 0;
    return null;
  }

  private lastBar = 50;
  private drawBar(table: TableState): void {
    this.el.bar.hidden = !settings.bar;
    this.el.bar.parentElement?.classList.toggle('withbar', settings.bar);
    const v = this.valueHere(table);
    // No flicker: the last value stays until a new one comes.
    if (v !== null) this.lastBar = v;
    let fill = this.el.bar.firstElementChild as HTMLElement | null;
    if (!fill) {
      fill = h('div');
      this.el.bar.append(fill, h('span'));
    }
    fill.style.height = `${this.lastBar}%`;
    this.el.bar.setAttribute('aria-label', `${t('an.graph')}: ${number(this.lastBar, 1)} %`);
  }

  private drawStatus(table: TableState): void {
    const text = table.verdict ? t('an.over', { why: verdictText(table.verdict) })
      : table.seat === null ? t('an.choose_event')
        : `${t('an.turn')}: ${table.side ? named('side', table.side) : `${named('seat', table.seat)} (${t('play.unbound')})`}`;
    put(this.el.status, text, h('span', { cls: 'small' }, ` · ${named('game', this.doc.game)} · ${table.rules}`));
  }

  private drawNav(table: TableState): void {
    const go = (node: TreeNode | null | undefined) => () => { if (node) void this.visit(node); };
    const pass = table.legal.find((m) => (this.view?.steps(m)?.length ?? 0) === 0);
    put(this.el.nav,
      button('«', go(this.tree), { 'aria-label': t('an.start'), title: t('an.start') }),
      button('◀', go(this.at.parent), { 'aria-label': t('an.back'), title: t('an.back'), id: 'back' }),
      button('▶', go(this.at.children[0]), { 'aria-label': t('an.on'), title: t('an.on'), id: 'on' }),
      button('»', go(mainLine(this.tree).at(-1)), { 'aria-label': t('an.to_end'), title: t('an.to_end') }),
      button('⇅', () => this.flip(), { 'aria-label': t('play.flip'), title: t('play.flip') }),
      this.doc.deal ? button(t('an.truth'), () => this.toggleTruth(), { 'aria-pressed': this.truth ? 'true' : 'false', id: 'truth' }) : null,
      this.doc.second ? button(`${t('an.view_seat')}: ${named('seat', this.eyes)}`, () => this.setEyes(this.eyes === 'first' ? 'second' : 'first')) : null,
      pass ? button(t('play.pass'), () => void this.play(pass)) : null,
      table.seat === null && !table.verdict ? button(t('an.choose_event'), () => {
        void api.table(this.place(), { luck: '' }).then((full) => this.askEvent(full, (event) => void this.visit(follow(this.at, [event]))));
      }, { cls: 'primary', id: 'event' }) : null,
      table.seat !== null && !table.verdict ? button(t('an.play_from'), () => this.playFrom(), { id: 'playfrom' }) : null,
      this.at.parent && this.at.main < 0 ? button(t('an.delete'), () => void this.visit(remove(this.at))) : null);
  }

  /** Plays on from this position against the engine. */
  playFrom(node: TreeNode = this.at): void {
    const start = this.known.get(node)?.table.position;
    const set = (position: string): void => {
      sessionStorage.setItem('play.from', JSON.stringify({ game: this.doc.game, start: position }));
      location.hash = '#/play';
    };
    if (start) set(start);
    else void api.table(this.place(node)).then((table) => set(table.position));
  }

  private drawList(): void {
    const items: HTMLElement[] = [];
    const line = mainLine(this.tree);
    const item = (node: TreeNode, n: number, cls: string): HTMLElement => {
      const j = node.main > 0 ? this.judged.find((p) => p.ply === node.main - 1) : undefined;
      return h('li', { cls: `${cls}${node === this.at ? ' now' : ''}`, 'data-n': n % 2 === 0 ? `${n / 2 + 1}.` : undefined },
        button(node.tokens.join('='), () => void this.visit(node), { 'aria-current': node === this.at ? 'true' : undefined }),
        j?.mark ? h('span', { cls: `mk ${j.mark === '?!' ? 'mid' : 'bad'}` }, j.mark) : null);
    };
    for (let i = 1; i < line.length; i++) {
      const node = line[i];
      if (!node) continue;
      items.push(item(node, i - 1, ''));
      for (const other of node.parent?.children.slice(1) ?? []) {
        for (let at: TreeNode | undefined = other, k = 0; at && k < 200; at = at.children[0], k++) items.push(item(at, i - 1 + k, k === 0 ? 'var' : ''));
      }
    }
    if (items.length === 0) items.push(h('li', { cls: 'note' }, t('an.no_moves')));
    const top = this.el.list.scrollTop;
    put(this.el.list, ...items);
    this.el.list.scrollTop = top;
    const now = this.el.list.querySelector<HTMLElement>('.now');
    if (now) {
      const y = now.offsetTop - this.el.list.offsetTop;
      if (y < this.el.list.scrollTop || y > this.el.list.scrollTop + this.el.list.clientHeight - 30) this.el.list.scrollTop = y - 40;
    }
  }

  setTab(tab: Tab): void {
    if (tab === 'edit') this.editor.start();
    this.tab = tab;
    this.redraw();
    this.drawPanel();
  }

  drawPanel(): void {
    const tabs: [Tab, string][] = [['engine', t('an.engine')], ['sweep', t('an.sweep')], ['edit', t('an.edit')], ['io', t('an.io')]];
    put(this.el.tabs, ...tabs.map(([id, text]) => h('button', {
      type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': this.tab === id ? 'true' : 'false', onclick: () => this.setTab(id),
    }, text)));
    const panel = this.tab === 'engine' ? this.engine : this.tab === 'sweep' ? this.sweep : this.tab === 'edit' ? this.editor : this.inout;
    this.el.panel.setAttribute('aria-labelledby', `tab-${this.tab}`);
    if (this.el.panel.firstElementChild !== panel.el) put(this.el.panel, panel.el);
    panel.draw();
  }

  /** The game as it stands, for links and files: the line to this node and on. */
  current(): Doc {
    const tokens = mainLine(this.tree).slice(1).flatMap((n) => (n.tokens.length === 2 ? [n.tokens.join('=')] : n.tokens));
    const same = tokens.join(' ') === this.tokens().join(' ');
    return same ? this.doc : { game: this.doc.game, rules: this.doc.rules, start: this.doc.start, first: tokens };
  }

  async link(): Promise<string> {
    return `${location.origin}${location.pathname}#/analyse/${await pack(this.current())}`;
  }
}
