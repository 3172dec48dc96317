// Playing: setting up a game, and the board of a running one.
import { api, ApiFailure, listen, type Catalogue, type GameState, type SeatName, type SeatSpec } from '../api';
import { gameView, type GameView, type Shown, type Step } from '../games';
import { branches, destinations, same } from '../games/turns';
import { named, number, plural, t } from '../i18n';
import { Chooser } from '../ui/chooser';
import { BoardHost } from '../ui/boardhost';
import { describe, verdictText } from '../ui/describe';
import { button, h, put } from '../ui/dom';
import { announce, choice, toast, typing } from '../ui/shell';
import { onChange, settings } from '../ui/settings';
import { tick } from '../ui/sound';
import { openRecord } from './doc';
import { diceTray, moveField, pools } from './parts';
import type { Shape } from '../board/board';
import type { Page } from './page';

interface Kept { id: string; key: string; kind: string; at: number }
const KEPT = 'touchstone.games';

function kept(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

function keep(game: Kept): void {
  const all = [game, ...kept().filter((k) => k.id !== game.id)].slice(0, 50);
  localStorage.setItem(KEPT, JSON.stringify(all));
}

const CLOCKS: Record<string, { initial_ms: number; increment_ms: number } | null> = {
  none: null,
  '3+2': { initial_ms: 180_000, increment_ms: 2_000 },
  '10+5': { initial_ms: 600_000, increment_ms: 5_000 },
  '30+15': { initial_ms: 1_800_000, increment_ms: 15_000 },
};

/** What was chosen last, for the next game. */
const wish = { game: 'banqi', rules: '', opponent: 'engine' as 'engine' | 'here' | 'apart' | 'watch', level: '3', seat: 'random', clock: 'none', luck: 'fair', seed: '', start: '' };

export function playSetup(root: HTMLElement, catalogue: Catalogue, preset: { game?: string; start?: string } = {}): Page {
  if (preset.game) wish.game = preset.game;
  wish.start = preset.start ?? '';
  const given = wish.start !== '';
  const box = h('section', { cls: 'card setup' });
  const draw = (): void => {
    const games = catalogue.games.filter((g) => gameView(g.name));
    const game = games.find((g) => g.name === wish.game) ?? games[0];
    if (!game) {
      put(box, h('p', {}, t('play.no_games')));
      return;
    }
    wish.game = game.name;
    if (!game.presets.some((p) => p.name === wish.rules)) wish.rules = game.presets[0]?.name ?? '';
    const starts = gameView(game.name)?.starts ?? [];
    const engines = wish.opponent === 'engine' || wish.opponent === 'watch';
    if (!given && !starts.some((x) => x.position === wish.start)) wish.start = engines ? starts[0]?.position ?? '' : '';
    const again = (f: () => void): void => { f(); draw(); };
    put(box,
      h('h1', {}, t('play.new')),
      h('div', { cls: 'fields' },
        choice(t('play.game'), 'game', games.map((g) => [g.name, named('game', g.name)]), wish.game, (v) => again(() => { wish.game = v; wish.rules = ''; })),
        choice(t('play.rules'), 'rules', game.presets.map((p) => [p.name, p.name]), wish.rules, (v) => { wish.rules = v; }),
        choice(t('play.opponent'), 'opponent', [['engine', t('play.engine')], ['here', t('play.here')], ['apart', t('play.apart')], ['watch', t('play.watch')]], wish.opponent, (v) => again(() => { wish.opponent = v; })),
        wish.opponent === 'engine' || wish.opponent === 'watch'
          ? choice(t('play.level'), 'level', catalogue.levels.map((l) => [String(l.level), t('play.level_n', { n: l.level, nodes: plural('count.nodes', l.nodes) })]), wish.level, (v) => { wish.level = v; })
          : null,
        starts.length && !given
          ? choice(t('play.from_position'), 'startposition', [...(engines ? [] : [['', t('an.initial')] as [string, string]]), ...starts.map((x): [string, string] => [x.position, x.name])], wish.start, (v) => again(() => { wish.start = v; }))
          : null,
        wish.opponent === 'engine' || wish.opponent === 'apart'
          ? choice(t('play.seat'), 'seat', [['random', t('play.random')], ['first', named('seat', 'first')], ['second', named('seat', 'second')]], wish.seat, (v) => { wish.seat = v; })
          : null,
        choice(t('play.clock'), 'clock', Object.keys(CLOCKS).map((k) => [k, k === 'none' ? t('play.no_clock') : k]), wish.clock, (v) => { wish.clock = v; }),
        choice(t('play.luck'), 'luck', [['fair', t('play.fair')], ['chosen', t('play.chosen')]], wish.luck, (v) => again(() => { wish.luck = v; })),
        wish.luck === 'chosen'
          ? h('label', { cls: 'field' }, h('span', {}, t('play.seed')), h('input', { name: 'seed', value: wish.seed, maxlength: 60, oninput: (e: Event) => { wish.seed = (e.target as HTMLInputElement).value; } }))
          : null,
      ),
      wish.start ? h('p', { cls: 'note' }, t('play.from_position'), ' ', h('code', {}, wish.start)) : null,
      h('p', { cls: 'note' }, wish.luck === 'fair' ? t('play.fair_note') : t('play.chosen_note')),
      button(t('play.start'), () => void begin(), { cls: 'primary big', id: 'start' }));
    const running = kept().slice(0, 6);
    if (running.length) {
      box.append(h('h2', {}, t('play.recent')), h('ul', { cls: 'recent' }, ...running.map((k) =>
        h('li', {}, h('a', { href: `#/play/${k.id}` }, `${named('game', k.kind)} · ${new Intl.DateTimeFormat(settings.lang, { dateStyle: 'short', timeStyle: 'short' }).format(k.at)}`)))));
    }
  };
  draw();
  root.append(box);
  const off = onChange(draw);
  return { destroy: off };
}

async function begin(): Promise<void> {
  try {
    const seat: SeatName = wish.seat === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : (wish.seat as SeatName);
    const person: SeatSpec = { kind: 'person', name: '' };
    const engine: SeatSpec = { kind: 'engine', level: Number(wish.level) };
    const seats: [SeatSpec, SeatSpec] = wish.opponent === 'watch' ? [engine, engine]
      : wish.opponent !== 'engine' ? [person, person] : seat === 'first' ? [person, engine] : [engine, person];
    let luck: Record<string, string>;
    if (wish.luck === 'chosen') luck = { seed: wish.seed || Math.random().toString(36).slice(2, 10) };
    else {
      // The server is bound to its secret before it hears ours.
      const promise = await api.commit();
      const own = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, '0')).join('');
      luck = { commitment: promise.id, contribution: own };
      sessionStorage.setItem(`commit.${own}`, promise.commit);
    }
    const made = await api.create({
      game: wish.game, rules: wish.rules, seats, clock: CLOCKS[wish.clock] ?? null, apart: wish.opponent === 'apart',
      ...(wish.start ? { start: wish.start } : {}), ...luck,
    });
    const own = wish.opponent === 'apart' ? seat : made.keys.first ? 'first' : 'second';
    const key = made.keys[own];
    if (!key) return;
    keep({ id: made.id, key, kind: wish.game, at: Date.now() });
    if (wish.opponent === 'apart') {
      const other = made.keys[own === 'first' ? 'second' : 'first'];
      sessionStorage.setItem(`invite.${made.id}`, `${location.origin}${location.pathname}#/play/${made.id}/${other ?? ''}`);
    }
    location.hash = `#/play/${made.id}`;
  } catch (e) {
    toast(e instanceof ApiFailure ? e.message : String(e));
  }
}

export function playGame(root: HTMLElement, id: string, givenKey: string | undefined): Page {
  const key = givenKey ?? kept().find((k) => k.id === id)?.key;
  if (!key) {
    root.append(h('p', { cls: 'card' }, t('play.no_key')));
    return { destroy: () => undefined };
  }
  return new PlayPage(root, id, key);
}

class PlayPage implements Page {
  private state: GameState | null = null;
  private view: GameView | null = null;
  private shown: Shown | null = null;
  private before: Shown | null = null;
  private host: BoardHost | null = null;
  private made: Step[] = [];
  private sending: string | null = null;
  /** Presses that came while a move was on its way to the server. */
  private queue: string[] = [];
  private browse: number | null = null;
  private positions: string[] = [];
  private shapes: Shape[] = [];
  private hints: Shape[] = [];
  private connected = true;
  private online = true;
  private readonly stop: (() => void)[] = [];
  private clockTimer = 0;
  private gotAt = 0;
  private hinting: AbortController | null = null;
  private readonly el = {
    board: h('div', { cls: 'boardbox' }), status: h('div', { cls: 'status', role: 'status' }), top: h('div', { cls: 'seatline' }), bottom: h('div', { cls: 'seatline' }),
    pools: h('div'), buttons: h('div', { cls: 'buttons' }), list: h('ol', { cls: 'moves' }), typed: h('div'), luck: h('div', { cls: 'luckbox' }), hint: h('div', { cls: 'hintbox' }), event: h('p', { cls: 'answer', id: 'lastevent', 'aria-hidden': 'true' }),
  };

  constructor(root: HTMLElement, private readonly id: string, private readonly key: string) {
    root.append(h('div', { cls: 'two' },
      h('section', { cls: 'left' }, this.el.top, this.el.board, this.el.bottom, this.el.event, this.el.pools),
      h('section', { cls: 'card right' }, this.el.status, this.el.buttons, this.el.hint, this.el.typed, this.el.list, this.el.luck)));
    this.stop.push(listen(id, key, (st) => this.take(st), (yes) => {
      if (this.connected !== yes) {
        this.connected = yes;
        this.drawStatus();
      }
    }));
    void api.state(id, key).then((st) => { keep({ id, key, kind: st.kind, at: Date.now() }); this.take(st); }, (e: unknown) => {
      put(this.el.status, e instanceof ApiFailure ? e.message : String(e));
    });
    this.stop.push(onChange(() => this.redraw(true)));
    const keys = (e: KeyboardEvent): void => this.keys(e);
    document.addEventListener('keydown', keys);
    const sized = (): void => this.redraw(false);
    addEventListener('resize', sized);
    this.stop.push(() => document.removeEventListener('keydown', keys), () => removeEventListener('resize', sized));
    this.clockTimer = window.setInterval(() => this.drawClocks(), 200);
  }

  destroy(): void {
    clearInterval(this.clockTimer);
    this.hinting?.abort();
    for (const f of this.stop) f();
    this.host?.board.destroy();
  }

  private keys(e: KeyboardEvent): void {
    if (typing(e)) return;
    const onBoard = (e.target as Element | null)?.closest('.board');
    const moves = this.state?.moves.length ?? 0;
    if (e.key === 'f') this.flip();
    else if (e.key === 'e') void this.hint();
    else if (e.key === 'ArrowLeft' && !onBoard) this.goTo(Math.max(0, (this.browse ?? moves) - 1));
    else if (e.key === 'ArrowRight' && !onBoard) this.goTo((this.browse ?? moves) + 1);
    else if (e.key === 'Escape' && this.made.length) this.clearTurn();
    else return;
    e.preventDefault();
  }

  private take(st: GameState): void {
    const old = this.state;
    if (old && st.version < old.version) return;
    this.gotAt = performance.now();
    const view = gameView(st.kind);
    const shown = view?.read(st.position) ?? null;
    if (!view || !shown) {
      put(this.el.status, t('play.unknown_game', { game: st.kind }));
      return;
    }
    const news = !old || st.version !== old.version || st.thinking !== old.thinking || st.trouble !== old.trouble;
    this.state = st;
    this.view = view;
    if (!old || st.version !== old.version) {
      this.before = this.shown;
      this.shown = shown;
      this.sending = null;
      this.made = [];
      this.hints = [];
      this.positions = [];
      this.browse = null;
      put(this.el.hint);
      if (old && st.moves.length > old.moves.length) {
        for (const m of st.moves.slice(old.moves.length)) {
          const text = describe(view, m.token, this.before);
          announce(`${named('seat', m.seat)}: ${text}`);
          this.el.event.textContent = `${named('seat', m.seat)}: ${text}`;
          tick(view.event(m.token) ? 'event' : 'move');
        }
      }
      if (st.verdict && (!old || !old.verdict)) {
        announce(verdictText(st.verdict));
        tick('end');
      }
    }
    if (!this.host) {
      this.host = new BoardHost(this.el.board, view, shown, {
        move: (from, to) => this.touched(from, to),
        idle: (sq) => { if (this.sending && this.queue.length < 500) this.queue.push(sq); },
        shapesChanged: (shapes) => { this.shapes = shapes; this.redraw(false); },
      }, 'play');
      this.host.flipped = st.you === 'second' && (st.kind !== 'banqi');
      put(this.el.typed, moveField({
        view: () => view, shown: () => this.shown, legal: () => this.state?.legal ?? [],
        last: () => { const last = this.state?.moves.at(-1); return last ? describe(view, last.token, this.before) : ''; },
        play: (mv) => void this.send(mv),
      }));
      this.redraw(true);
    } else if (news) this.redraw(true);
    this.drawClocks();
    this.pressQueued();
  }

  /** Does what was pressed meanwhile, where it still means something. */
  private pressQueued(): void {
    while (this.queue.length && !this.sending && this.state && this.view && this.host) {
      if (this.state.legal.length === 0) {
        this.queue = [];
        return;
      }
      const sq = this.queue.shift() ?? '';
      const dests = destinations(branches(this.view, this.state.legal, this.made));
      const selected = this.host.board.selected;
      if (selected && dests.get(selected)?.includes(sq)) this.touched(selected, sq);
      else if (dests.get(sq)?.length === 1 && dests.get(sq)?.[0] === sq) this.touched(sq, sq);
      else this.host.board.set({ selected: dests.has(sq) ? sq : null });
    }
  }

  /** The user touched the board: part of a turn, or all of it. */
  private touched(from: string, to: string): void {
    const st = this.state;
    const view = this.view;
    if (!st || !view || this.sending) {
      this.redraw(false);
      return;
    }
    const list = branches(view, st.legal, this.made).filter((b) => b.step.from === from && b.step.to === to);
    if (list.length === 0) {
      this.redraw(false);
      return;
    }
    const kinds = [...new Set(list.map((b) => b.step.promotion ?? ''))];
    const go = (promotion: string): void => {
      const picked = list.filter((b) => (b.step.promotion ?? '') === promotion);
      const whole = picked.find((b) => b.last);
      if (whole) {
        void this.send(whole.move);
        return;
      }
      const first = picked[0];
      if (!first) return;
      this.made = [...this.made, first.step];
      this.redraw(false);
    };
    if (kinds.length > 1) {
      const code = this.shownNow()?.placement.get(from) ?? '';
      new Chooser(t('play.promote'), kinds.map((k) => ({ value: k, piece: code === code.toUpperCase() ? k.toUpperCase() : k })), view, go);
    } else go(kinds[0] ?? '');
  }

  private clearTurn(): void {
    this.made = [];
    this.redraw(false);
  }

  private async send(mv: string): Promise<void> {
    const st = this.state;
    const view = this.view;
    if (!st || !view || this.sending) return;
    this.sending = mv;
    // Shown at once; the server's answer replaces it.
    this.made = view.steps(mv) ?? [];
    this.redraw(false);
    for (let tries = 0; ; tries++) {
      try {
        const next = await api.move(this.id, this.key, st.ply, mv);
        this.take(next);
        this.online = true;
        return;
      } catch (e) {
        const failure = e instanceof ApiFailure ? e : null;
        if (failure && (failure.status === 0 || failure.status === 429 || failure.status >= 500) && tries < 40) {
          // The server is away or busy: the same move, sent again, counts once.
          this.online = false;
          this.drawStatus();
          await new Promise((r) => setTimeout(r, Math.min(2000, 150 * (tries + 1))));
          continue;
        }
        this.sending = null;
        this.made = [];
        this.redraw(false);
        toast(failure?.message ?? String(e));
        return;
      }
    }
  }

  private shownNow(): Shown | null {
    const view = this.view;
    if (!view || !this.shown) return null;
    if (this.browse !== null) {
      const text = this.positions[this.browse];
      return text ? view.read(text) : this.shown;
    }
    if (this.made.length === 0) return this.shown;
    let placement: ReadonlyMap<string, string> = this.shown.placement;
    for (const step of this.made) placement = view.touch(placement, step);
    return { ...this.shown, placement: new Map(placement) };
  }

  private lastSquares(): string[] {
    const st = this.state;
    const view = this.view;
    if (!st || !view) return [];
    const last = this.made.at(-1);
    if (last) return [last.from, last.to];
    const n = this.browse ?? st.moves.length;
    const token = n > 0 ? st.moves[n - 1]?.token : undefined;
    const steps = token ? view.steps(token) : null;
    if (!steps) return [];
    if (steps.length === 1) return [steps[0]?.from ?? '', steps[0]?.to ?? ''];
    return steps.flatMap((x) => [x.from, x.to]);
  }

  private redraw(all: boolean): void {
    const st = this.state;
    const view = this.view;
    const shown = this.shownNow();
    if (!st || !view || !shown || !this.host) return;
    const here = this.browse === null && !this.sending;
    const list = here ? branches(view, st.legal, this.made) : [];
    this.host.show(view, shown, {
      dests: destinations(list),
      interactive: 'play',
      lastMove: this.lastSquares(),
      selected: this.host.board.selected && here ? this.host.board.selected : null,
      engineShapes: settings.arrows ? this.hints : [],
      userShapes: this.shapes,
      ghosts: this.ghosts(view, st, shown),
    });
    put(this.el.pools, pools(view, shown), diceTray(view, this.shown?.dice ?? [], this.usedDice(view)));
    this.drawStatus();
    if (all) this.drawPanel();
  }

  private ghosts(view: GameView, st: GameState, shown: Shown): Map<string, string> {
    if (!st.truth?.deal) return new Map();
    const under = view.deal(st.truth.deal, st.start);
    const out = new Map<string, string>();
    for (const [sq, code] of shown.placement) {
      const real = under.get(sq);
      if (view.hidden(code) && real) out.set(sq, real);
    }
    return out;
  }

  private usedDice(view: GameView): number[] {
    const dice = this.shown?.dice ?? [];
    const used: number[] = [];
    let placement: ReadonlyMap<string, string> = this.shown?.placement ?? new Map<string, string>();
    for (const step of this.made) {
      const code = placement.get(step.from) ?? '';
      const use = (letter: string): void => {
        const i = dice.findIndex((d, n) => !used.includes(n) && d.toLowerCase() === letter.toLowerCase());
        if (i >= 0) used.push(i);
      };
      use(code);
      if (code.toLowerCase() === 'k' && Math.abs(step.from.charCodeAt(0) - step.to.charCodeAt(0)) === 2) use('r');
      placement = view.touch(placement, step);
    }
    return used;
  }

  private drawStatus(): void {
    const st = this.state;
    if (!st) return;
    const you = st.turn && st.legal.length > 0;
    const side = st.side ? named('side', st.side) : t('play.unbound');
    let text = st.verdict ? verdictText(st.verdict)
      : you ? t('play.your_turn', { side })
        : st.thinking ? t('play.thinking') : st.turn ? t('play.waiting', { who: named('seat', st.turn) }) : '';
    if (st.trouble && !st.verdict && !you) text = `${t('play.trouble')}: ${st.trouble}`;
    if (this.made.length && !this.sending) text = t('play.go_on');
    const away = !this.connected || !this.online ? h('span', { cls: 'away' }, ` · ${t('play.away')}`) : null;
    const box = this.el.status;
    const cls = `status${st.verdict ? ' over' : you ? ' yours' : ''}`;
    if (box.textContent !== text + (away?.textContent ?? '') || box.className !== cls) {
      box.className = cls;
      put(box, text, away);
    }
  }

  private drawPanel(): void {
    const st = this.state;
    const view = this.view;
    if (!st || !view) return;
    const canBack = !st.verdict && st.moves.length > 0 && (st.seats.some((x) => x.kind === 'engine') || st.you === 'both');
    const mine = st.legal.length > 0;
    const pass = st.legal.find((m) => (view.steps(m)?.length ?? 0) === 0);
    put(this.el.buttons,
      pass ? button(t('play.pass'), () => void this.send(pass), { cls: 'primary', id: 'pass' }) : null,
      button(t('play.hint'), () => void this.hint(), { id: 'hint', disabled: !mine }),
      button(t('play.take_back'), () => void this.act(() => api.takeBack(this.id, this.key)), { id: 'takeback', disabled: !canBack }),
      button(t('play.flip'), () => this.flip(), { id: 'flip' }),
      st.verdict ? button(t('play.review'), () => void this.review(), { cls: 'primary', id: 'review' }) : null,
      st.verdict ? h('a', { cls: 'button', href: '#/play', id: 'again' }, t('play.again')) : null,
      h('span', { cls: 'spacer' }),
      st.verdict ? null : button(t('play.resign'), () => { if (confirm(t('play.resign_sure'))) void this.act(() => api.resign(this.id, this.key)); }, { cls: 'danger', id: 'resign' }));
    const now = this.browse ?? st.moves.length;
    put(this.el.list, ...st.moves.map((m, i) => h('li', { cls: i + 1 === now ? 'now' : '', 'data-n': i % 2 === 0 ? `${i / 2 + 1}.` : undefined },
      button(m.token, () => this.goTo(i + 1), { title: named('seat', m.seat), 'aria-current': i + 1 === now ? 'true' : undefined }))));
    this.el.list.scrollTop = this.browse === null ? this.el.list.scrollHeight : this.el.list.scrollTop;
    this.drawLuck();
    this.drawClocks();
  }

  private drawLuck(): void {
    const st = this.state;
    if (!st) return;
    const invite = sessionStorage.getItem(`invite.${this.id}`);
    put(this.el.luck,
      invite && st.moves.length === 0 ? h('p', {}, t('play.invite'), ' ', h('a', { href: invite }, invite)) : null,
      st.luck.kind === 'fair' ? h('details', {}, h('summary', {}, t('luck.fair')),
        h('p', {}, t('luck.commit'), ' ', h('code', { cls: 'hash' }, st.luck.commit ?? '')),
        h('p', {}, t('luck.own'), ' ', h('code', {}, st.luck.contribution ?? '')),
        st.truth?.luck.secret
          ? h('p', {}, t('luck.secret'), ' ', h('code', { cls: 'hash' }, st.truth.luck.secret), ' ', h('a', { href: `#/fair/${this.id}`, id: 'verify' }, t('luck.verify')))
          : h('p', {}, t('luck.later'))) : h('p', { cls: 'note' }, t(st.luck.kind === 'chosen' ? 'luck.chosen' : 'luck.dealt')));
    if (st.truth) sessionStorage.setItem(`truth.${this.id}`, JSON.stringify(st));
  }

  private drawClocks(): void {
    const st = this.state;
    if (!st) return;
    const top: SeatName = st.you === 'second' ? 'first' : 'second';
    const bottom: SeatName = top === 'first' ? 'second' : 'first';
    for (const [el, seat] of [[this.el.top, top], [this.el.bottom, bottom]] as const) {
      const i = seat === 'first' ? 0 : 1;
      const spec = st.seats[i];
      const name = spec.kind === 'engine' ? t('play.engine_n', { n: spec.level }) : spec.name || (st.you === seat ? t('play.you') : named('seat', seat));
      const side = this.sideOf(seat);
      let clock: string | null = null;
      if (st.clock) {
        let left = st.clock.left_ms[i];
        if (st.clock.running === seat && !st.verdict) left -= performance.now() - this.gotAt;
        const total = Math.max(0, Math.ceil(left / 1000));
        clock = `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
      }
      const key = `${name}|${side}|${clock}|${st.turn === seat}|${settings.lang}`;
      if (el.dataset.key === key) continue;
      el.dataset.key = key;
      put(el, h('span', { cls: `who ${st.turn === seat ? 'turn' : ''}` }, side ? h('span', { cls: `dot ${side}` }) : null, name, side ? ` · ${named('side', side)}` : ''),
        clock ? h('span', { cls: 'clock' }, clock) : null);
    }
  }

  private sideOf(seat: SeatName): string | null {
    const st = this.state;
    const names = this.view?.sides.map((x) => x.name) ?? [];
    if (!st?.side || !st.turn) {
      if (st?.verdict?.side && st.verdict.winner) return st.verdict.winner === seat ? st.verdict.side : names.find((n) => n !== st.verdict?.side) ?? null;
      return null;
    }
    // `side` is that of the seat to move.
    return st.turn === seat ? st.side : names.find((n) => n !== st.side) ?? null;
  }

  private flip(): void {
    if (!this.host) return;
    this.host.flipped = !this.host.flipped;
    this.redraw(false);
  }

  private async act(f: () => Promise<GameState>): Promise<void> {
    try {
      this.take(await f());
    } catch (e) {
      toast(e instanceof ApiFailure ? e.message : String(e));
    }
  }

  private async hint(): Promise<void> {
    const st = this.state;
    const view = this.view;
    if (!st || !view || st.legal.length === 0) return;
    this.hinting?.abort();
    const asking = new AbortController();
    this.hinting = asking;
    put(this.el.hint, t('play.hinting'));
    try {
      const a = await api.analyse({ game: st.kind, rules: st.rules, start: st.start, moves: st.moves.map((m) => m.token) }, { nodes: 30_000, lines: 3 }, asking.signal);
      if (this.state?.version !== st.version) return;
      this.hints = a.moves.slice(0, 3).flatMap((m, i) => (view.steps(m.move) ?? []).map((x, k): Shape => ({
        from: x.from, to: x.to, brush: i === 0 ? 'best' : 'good', width: 16 - 4 * i, label: k === 0 ? `${number(m.value.percent, 0)}%` : undefined,
      })));
      put(this.el.hint, h('p', {}, t('play.hint_text', { nodes: plural('count.nodes', a.nodes), depth: a.depth })),
        h('ol', {}, ...a.moves.slice(0, 3).map((m) => h('li', {}, button(m.move, () => void this.send(m.move)), ` ${number(m.value.percent, 1)} %`))));
      announce(a.moves[0] ? `${t('play.hint')}: ${a.moves[0].move}` : '');
      this.redraw(false);
    } catch (e) {
      if (!asking.signal.aborted) put(this.el.hint, e instanceof ApiFailure ? e.message : String(e));
    }
  }

  private goTo(ply: number): void {
    const st = this.state;
    if (!st) return;
    if (ply >= st.moves.length) {
      this.browse = null;
      this.redraw(true);
      return;
    }
    this.browse = ply;
    if (this.positions.length) {
      this.redraw(true);
      return;
    }
    void api.table({ game: st.kind, rules: st.rules, start: st.start, moves: st.moves.map((m) => m.token) }, { positions: true }).then((table) => {
      this.positions = (table.positions ?? []).map((p) => p.position);
      this.redraw(true);
    }, (e: unknown) => toast(e instanceof ApiFailure ? e.message : String(e)));
  }

  private async review(): Promise<void> {
    try {
      openRecord(await api.record(this.id, this.key));
    } catch (e) {
      toast(e instanceof ApiFailure ? e.message : String(e));
    }
  }
}

export { same };
