// The board: draws any geometry in SVG and reports what the user does. It knows
// no rules: what may be done, and what it means, is the host's.
import { s } from '../ui/dom';
import { coordinates, fromScreen, screenSize, squareName, toScreen, type Geometry, type Orientation, type Square } from './geometry';
import { background, type BoardStyle } from './background';

export type Brush = 'best' | 'good' | 'minor' | 'major' | 'threat' | 'user';
export interface Shape { from: Square; to?: Square; brush: Brush; width?: number; label?: string; below?: boolean }

export interface BoardState {
  geometry: Geometry;
  placement: ReadonlyMap<Square, string>;
  orientation: Orientation;
  /** Where each square's piece may go; a flip or a drop is a square that leads to itself. */
  dests: ReadonlyMap<Square, readonly Square[]>;
  interactive: 'none' | 'play' | 'free';
  lastMove: readonly Square[];
  selected: Square | null;
  highlights: ReadonlyMap<Square, readonly string[]>;
  engineShapes: readonly Shape[];
  userShapes: readonly Shape[];
  badges: ReadonlyMap<Square, { text: string; cls: string }>;
  /** Pieces that show faintly over what lies there (the truth under a tile). */
  ghosts: ReadonlyMap<Square, string>;
  /** A number in -1..1 for each point. */
  overlay: ReadonlyMap<Square, number>;
  coordinates: 'none' | 'edge' | 'each';
  boardStyle: BoardStyle;
  animationMs: number;
  /** Draws a piece in a square of side 100 around the origin. */
  piece: (code: string) => SVGElement;
  labels: { board: string; square: (sq: Square, piece: string | undefined) => string; marks: { last: string; dest: string; selected: string } };
}

export interface BoardEvents {
  move?: (from: Square, to: Square) => void;
  select?: (sq: Square | null) => void;
  /** A square that may do nothing now was pressed. */
  idle?: (sq: Square) => void;
  shapesChanged?: (shapes: Shape[]) => void;
  hover?: (sq: Square | null) => void;
  focus?: (sq: Square) => void;
  /** Free mode: a square was pressed. */
  press?: (sq: Square) => void;
}

const UNIT = 100;
const DRAG = 5;

interface Drag { from: Square; el: SVGGElement; x: number; y: number; moved: boolean; wasSelected: boolean }

export class Board {
  readonly el: SVGSVGElement;
  private state: BoardState;
  private readonly layers: Record<'back' | 'marks' | 'below' | 'pieces' | 'ghosts' | 'overlay' | 'hints' | 'shapes' | 'badges' | 'cells', SVGGElement>;
  private readonly pieceEls = new Map<Square, { code: string; el: SVGGElement }>();
  private readonly cellEls = new Map<Square, SVGRectElement>();
  private focused: Square | null = null;
  private drag: Drag | null = null;
  private drawing: Square | null = null;
  private hovered: Square | null = null;
  private readonly undo: (() => void)[] = [];

  constructor(host: Element, state: BoardState, private readonly events: BoardEvents = {}) {
    this.state = state;
    const g = (cls: string): SVGGElement => s('g', { cls: `layer-${cls}` });
    this.layers = {
      back: g('back'), marks: g('marks'), below: g('below'), pieces: g('pieces'), ghosts: g('ghosts'), overlay: g('overlay'),
      hints: g('hints'), shapes: g('shapes'), badges: g('badges'), cells: g('cells'),
    };
    for (const [name, layer] of Object.entries(this.layers)) if (name !== 'cells') layer.setAttribute('aria-hidden', 'true');
    this.el = s('svg', { cls: 'board', role: 'grid' }, ...Object.values(this.layers));
    host.append(this.el);
    this.geometryChanged();
    this.draw();
    if (state.interactive !== 'none') this.bind();
  }

  /** Takes what changed; the rest stays. Destinations and shapes replace. */
  set(part: Partial<BoardState>): void {
    const old = this.state;
    const wasBound = old.interactive !== 'none';
    this.state = { ...old, ...part };
    const now = this.state;
    if (part.interactive !== undefined) {
      if (part.interactive === 'none') this.unbind();
      else if (!wasBound) this.bind();
    }
    const o = old.orientation;
    if (now.geometry !== old.geometry || now.orientation.flipped !== o.flipped || now.orientation.upright !== o.upright
      || now.boardStyle !== old.boardStyle || now.coordinates !== old.coordinates || now.piece !== old.piece) {
      this.geometryChanged();
    }
    this.draw();
  }

  get selected(): Square | null {
    return this.state.selected;
  }

  /** Moves the keyboard's place to a square. */
  focusSquare(sq: Square): void {
    this.rove(sq, true);
  }

  destroy(): void {
    this.unbind();
    this.el.remove();
  }

  // --- drawing

  private at(sq: Square): { x: number; y: number } {
    const c = coordinates(this.state.geometry, sq) ?? { file: 0, rank: 0 };
    const p = toScreen(this.state.geometry, this.state.orientation, c.file, c.rank);
    return { x: (p.x + 0.5) * UNIT, y: (p.y + 0.5) * UNIT };
  }

  private geometryChanged(): void {
    const { geometry, orientation, coordinates: names } = this.state;
    const { width, height } = screenSize(geometry, orientation);
    const edge = names === 'edge' ? 34 : 6;
    this.el.setAttribute('viewBox', `${-edge} ${-6} ${width * UNIT + edge + 6} ${height * UNIT + edge + 6}`);
    this.el.setAttribute('data-geometry', `${geometry.files}x${geometry.ranks}`);
    this.layers.back.replaceChildren(...background(geometry, orientation, this.state.boardStyle, names));
    for (const { el } of this.pieceEls.values()) el.remove();
    this.pieceEls.clear();
    this.layers.cells.replaceChildren();
    this.cellEls.clear();
    for (let y = 0; y < height; y++) {
      const row = s('g', { role: 'row' });
      for (let x = 0; x < width; x++) {
        const sq = fromScreen(geometry, orientation, x, y);
        if (!sq) continue;
        const cell = s('rect', {
          x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT, cls: 'cell', role: 'gridcell', tabindex: -1, 'data-square': sq,
        });
        this.cellEls.set(sq, cell);
        row.append(cell);
      }
      this.layers.cells.append(row);
    }
    if (!this.focused || !this.cellEls.has(this.focused)) this.focused = fromScreen(geometry, orientation, 0, height - 1);
    this.rove(this.focused, false);
  }

  private rove(sq: Square | null, focus: boolean): void {
    if (!sq) return;
    if (this.focused) this.cellEls.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = sq;
    const cell = this.cellEls.get(sq);
    cell?.setAttribute('tabindex', '0');
    if (focus) {
      cell?.focus();
      this.events.focus?.(sq);
    }
  }

  private draw(): void {
    this.drawPieces();
    this.drawMarks();
    this.drawShapes();
    this.drawLabels();
  }

  private drawPieces(): void {
    const { placement, lastMove, animationMs, piece } = this.state;
    const gone = new Map<Square, { code: string; el: SVGGElement }>();
    for (const [sq, shown] of this.pieceEls) {
      if (placement.get(sq) !== shown.code) {
        gone.set(sq, shown);
        this.pieceEls.delete(sq);
      }
    }
    for (const [sq, code] of placement) {
      if (this.pieceEls.has(sq)) continue;
      // The piece that moved here, if the host says where it came from.
      let el: SVGGElement | null = null;
      const from = lastMove[lastMove.length - 1] === sq ? lastMove[0] : undefined;
      const mover = from !== undefined && from !== sq ? gone.get(from) : undefined;
      if (mover && mover.code === code && from) {
        el = mover.el;
        gone.delete(from);
      }
      if (!el) {
        el = s('g', { cls: 'piece', 'data-piece': code }, piece(code));
        this.layers.pieces.append(el);
        if (animationMs > 0 && gone.has(sq)) {
          el.classList.add('turning');
          const turned = el;
          setTimeout(() => turned.classList.remove('turning'), animationMs);
        }
      }
      const { x, y } = this.at(sq);
      el.style.transition = animationMs > 0 && mover?.el === el ? `transform ${animationMs}ms ease-out` : 'none';
      el.style.transform = `translate(${x}px, ${y}px)`;
      this.layers.pieces.append(el);
      this.pieceEls.set(sq, { code, el });
    }
    for (const { el } of gone.values()) el.remove();
    if (this.drag && !this.pieceEls.has(this.drag.from)) this.drag = null;
    const ghosts: SVGElement[] = [];
    for (const [sq, code] of this.state.ghosts) {
      const { x, y } = this.at(sq);
      ghosts.push(s('g', { cls: 'ghost', transform: `translate(${x} ${y}) scale(.62)` }, piece(code)));
    }
    this.layers.ghosts.replaceChildren(...ghosts);
    const areas: SVGElement[] = [];
    for (const [sq, v] of this.state.overlay) {
      const { x, y } = this.at(sq);
      const size = 52 * Math.min(1, Math.abs(v));
      areas.push(s('rect', { cls: v > 0 ? 'own' : 'other', x: x - size / 2, y: y - size / 2, width: size, height: size }));
    }
    this.layers.overlay.replaceChildren(...areas);
  }

  private drawMarks(): void {
    const { lastMove, selected, highlights, dests, placement, interactive } = this.state;
    const marks: SVGElement[] = [];
    const mark = (sq: Square, cls: string): void => {
      const { x, y } = this.at(sq);
      marks.push(s('rect', { cls: `mark ${cls}`, x: x - 50, y: y - 50, width: 100, height: 100, rx: 6 }));
    };
    for (const sq of new Set(lastMove)) mark(sq, 'last');
    for (const [sq, classes] of highlights) for (const c of classes) mark(sq, c);
    if (selected) mark(selected, 'selected');
    this.layers.marks.replaceChildren(...marks);
    const hints: SVGElement[] = [];
    if (interactive === 'play' && selected) {
      for (const to of dests.get(selected) ?? []) {
        const { x, y } = this.at(to);
        if (to === selected) hints.push(s('circle', { cls: 'hint flip', cx: x, cy: y, r: 44 }));
        else if (placement.has(to)) hints.push(s('circle', { cls: 'hint take', cx: x, cy: y, r: 45 }));
        else hints.push(s('circle', { cls: 'hint go', cx: x, cy: y, r: 15 }));
      }
    }
    this.layers.hints.replaceChildren(...hints);
    const badges: SVGElement[] = [];
    for (const [sq, { text, cls }] of this.state.badges) {
      const { x, y } = this.at(sq);
      badges.push(s('g', { cls: `badge ${cls}`, transform: `translate(${x + 32} ${y - 32})` },
        s('circle', { r: 19 }), s('text', { y: 8, 'text-anchor': 'middle' }, text)));
    }
    this.layers.badges.replaceChildren(...badges);
  }

  private drawShapes(): void {
    const above: SVGElement[] = [];
    const below: SVGElement[] = [];
    for (const shape of [...this.state.engineShapes, ...this.state.userShapes]) {
      (shape.below ? below : above).push(this.shape(shape));
    }
    this.layers.shapes.replaceChildren(...above);
    this.layers.below.replaceChildren(...below);
  }

  private shape(shape: Shape): SVGElement {
    const a = this.at(shape.from);
    const parts: SVGElement[] = [];
    let tip = a;
    if (shape.to === undefined || shape.to === shape.from) {
      parts.push(s('circle', { cx: a.x, cy: a.y, r: 44, cls: 'ring' }));
    } else {
      const b = this.at(shape.to);
      tip = b;
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const ux = (b.x - a.x) / length;
      const uy = (b.y - a.y) / length;
      const w = shape.width ?? 14;
      const end = { x: b.x - ux * (w * 2 + 8), y: b.y - uy * (w * 2 + 8) };
      parts.push(s('line', { x1: a.x + ux * 20, y1: a.y + uy * 20, x2: end.x, y2: end.y, 'stroke-width': w, cls: 'shaft' }));
      const side = w * 1.5;
      const point = { x: b.x - ux * 6, y: b.y - uy * 6 };
      parts.push(s('path', {
        cls: 'head',
        d: `M${point.x} ${point.y}L${end.x - uy * side} ${end.y + ux * side}L${end.x + uy * side} ${end.y - ux * side}Z`,
      }));
    }
    if (shape.label) {
      const mid = shape.to && shape.to !== shape.from ? { x: (a.x + tip.x) / 2, y: (a.y + tip.y) / 2 } : { x: a.x, y: a.y + 34 };
      const width = 12 * shape.label.length + 16;
      parts.push(s('rect', { cls: 'tag', x: mid.x - width / 2, y: mid.y - 15, width, height: 30, rx: 8 }));
      parts.push(s('text', { cls: 'tagtext', x: mid.x, y: mid.y + 8, 'text-anchor': 'middle' }, shape.label));
    }
    return s('g', { cls: `shape ${shape.brush}` }, ...parts);
  }

  private drawLabels(): void {
    const { labels, placement, lastMove, selected, dests } = this.state;
    this.el.setAttribute('aria-label', labels.board);
    const targets = new Set(selected ? dests.get(selected) ?? [] : []);
    for (const [sq, cell] of this.cellEls) {
      const words = [labels.square(sq, placement.get(sq))];
      if (lastMove.includes(sq)) words.push(labels.marks.last);
      if (sq === selected) words.push(labels.marks.selected);
      if (targets.has(sq)) words.push(labels.marks.dest);
      const text = words.join(', ');
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      const chosen = sq === selected ? 'true' : 'false';
      if (cell.getAttribute('aria-selected') !== chosen) cell.setAttribute('aria-selected', chosen);
    }
  }

  // --- what the user does

  private squareAt(clientX: number, clientY: number): Square | null {
    const m = this.el.getScreenCTM();
    if (!m) return null;
    const p = new DOMPoint(clientX, clientY).matrixTransform(m.inverse());
    const { width, height } = screenSize(this.state.geometry, this.state.orientation);
    const x = Math.floor(p.x / UNIT);
    const y = Math.floor(p.y / UNIT);
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    return fromScreen(this.state.geometry, this.state.orientation, x, y);
  }

  private local(clientX: number, clientY: number): DOMPoint {
    const m = this.el.getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(m ? m.inverse() : new DOMMatrix());
  }

  private bind(): void {
    const on = <K extends keyof DocumentEventMap>(target: EventTarget, name: K, f: (e: DocumentEventMap[K]) => void): void => {
      target.addEventListener(name, f as EventListener);
      this.undo.push(() => target.removeEventListener(name, f as EventListener));
    };
    this.el.classList.add('live');
    on(this.el, 'pointerdown', (e) => this.down(e));
    on(document, 'pointermove', (e) => this.moved(e));
    on(document, 'pointerup', (e) => this.up(e));
    on(document, 'pointercancel', () => this.cancelDrag());
    on(this.el, 'contextmenu', (e) => e.preventDefault());
    on(this.el, 'keydown', (e) => this.key(e));
    on(this.el, 'focusin', (e) => {
      const sq = (e.target as Element).getAttribute('data-square');
      if (sq) this.rove(sq, false);
    });
  }

  private unbind(): void {
    this.el.classList.remove('live');
    for (const f of this.undo.splice(0)) f();
  }

  private down(e: PointerEvent): void {
    const sq = this.squareAt(e.clientX, e.clientY);
    if (!sq) return;
    if (e.button === 2) {
      this.drawing = sq;
      return;
    }
    if (e.button !== 0) return;
    // The board keeps the place of the keyboard in step with the pointer.
    this.rove(sq, false);
    if (this.state.interactive === 'free') {
      this.events.press?.(sq);
      return;
    }
    if (this.state.userShapes.length) this.events.shapesChanged?.([]);
    const selected = this.state.selected;
    if (selected && selected !== sq && this.state.dests.get(selected)?.includes(sq)) {
      e.preventDefault();
      this.play(selected, sq);
      return;
    }
    if (!this.state.dests.has(sq)) {
      this.select(null);
      this.events.idle?.(sq);
      return;
    }
    e.preventDefault();
    const wasSelected = selected === sq;
    if (!wasSelected) this.select(sq);
    const el = this.pieceEls.get(sq)?.el;
    const p = this.local(e.clientX, e.clientY);
    this.drag = { from: sq, el: el ?? s('g'), x: p.x, y: p.y, moved: false, wasSelected };
  }

  private moved(e: PointerEvent): void {
    const drag = this.drag;
    if (!drag) {
      if (this.events.hover) {
        const sq = this.squareAt(e.clientX, e.clientY);
        if (sq !== this.hovered) {
          this.hovered = sq;
          this.events.hover(sq);
        }
      }
      return;
    }
    const p = this.local(e.clientX, e.clientY);
    if (!drag.moved && Math.hypot(p.x - drag.x, p.y - drag.y) < DRAG * 2) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.el.classList.add('dragged');
      this.layers.pieces.append(drag.el);
    }
    drag.el.style.transition = 'none';
    drag.el.style.transform = `translate(${p.x}px, ${p.y}px)`;
  }

  private up(e: PointerEvent): void {
    const sq = this.squareAt(e.clientX, e.clientY);
    if (e.button === 2 && this.drawing) {
      const from = this.drawing;
      this.drawing = null;
      if (!sq) return;
      const old = this.state.userShapes;
      const same = (x: Shape): boolean => x.from === from && (x.to ?? x.from) === sq;
      const next = old.some(same) ? old.filter((x) => !same(x)) : [...old, { from, to: sq, brush: 'user' as const }];
      this.events.shapesChanged?.(next);
      return;
    }
    const drag = this.drag;
    if (!drag) return;
    this.drag = null;
    drag.el.classList.remove('dragged');
    const dests = this.state.dests.get(drag.from) ?? [];
    if (drag.moved) {
      if (sq && sq !== drag.from && dests.includes(sq)) {
        this.play(drag.from, sq);
        return;
      }
      const { x, y } = this.at(drag.from);
      drag.el.style.transform = `translate(${x}px, ${y}px)`;
      return;
    }
    // A press on a square that leads only to itself acts at once; where a piece
    // could also go elsewhere, a second press does.
    const onlySelf = dests.length === 1 && dests[0] === drag.from;
    if (sq === drag.from && dests.includes(drag.from) && (onlySelf || drag.wasSelected)) this.play(drag.from, drag.from);
    else if (sq === drag.from && drag.wasSelected) this.select(null);
  }

  private cancelDrag(): void {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    drag.el.classList.remove('dragged');
    const { x, y } = this.at(drag.from);
    drag.el.style.transform = `translate(${x}px, ${y}px)`;
  }

  private play(from: Square, to: Square): void {
    this.state = { ...this.state, selected: null };
    this.drawMarks();
    this.events.move?.(from, to);
  }

  private select(sq: Square | null): void {
    if (this.state.selected === sq) return;
    this.state = { ...this.state, selected: sq };
    this.drawMarks();
    this.drawLabels();
    this.events.select?.(sq);
  }

  private key(e: KeyboardEvent): void {
    const here = this.focused;
    if (!here || e.altKey || e.metaKey) return;
    const { geometry, orientation, dests, selected } = this.state;
    const { width, height } = screenSize(geometry, orientation);
    const c = coordinates(geometry, here);
    if (!c) return;
    let { x, y } = toScreen(geometry, orientation, c.file, c.rank);
    switch (e.key) {
      case 'ArrowLeft': x--; break;
      case 'ArrowRight': x++; break;
      case 'ArrowUp': y--; break;
      case 'ArrowDown': y++; break;
      case 'Home': x = 0; if (e.ctrlKey) y = 0; break;
      case 'End': x = width - 1; if (e.ctrlKey) y = height - 1; break;
      case 'Escape': this.select(null); e.preventDefault(); e.stopPropagation(); return;
      case 'Enter':
      case ' ':
        e.preventDefault();
        e.stopPropagation();
        if (this.state.interactive === 'free') this.events.press?.(here);
        else if (selected && dests.get(selected)?.includes(here)) this.play(selected, here);
        else if (dests.has(here)) {
          const to = dests.get(here) ?? [];
          if (to.length === 1 && to[0] === here) this.play(here, here);
          else this.select(here);
        } else this.select(null);
        return;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
    const next = fromScreen(geometry, orientation, Math.max(0, Math.min(width - 1, x)), Math.max(0, Math.min(height - 1, y)));
    if (next) this.rove(next, true);
  }
}

export function emptyState(geometry: Geometry, piece: BoardState['piece']): BoardState {
  return {
    geometry, piece, placement: new Map(), orientation: { flipped: false, upright: false }, dests: new Map(), interactive: 'none',
    lastMove: [], selected: null, highlights: new Map(), engineShapes: [], userShapes: [], badges: new Map(), ghosts: new Map(),
    overlay: new Map(), coordinates: 'edge', boardStyle: 'classic', animationMs: 160,
    labels: { board: '', square: (sq) => sq, marks: { last: '', dest: '', selected: '' } },
  };
}

export { squareName };
