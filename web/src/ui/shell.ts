// The frame of the page: places, settings, help, announcements.
import { button, h, put } from './dom';
import { change, settings, type Settings } from './settings';
import { languages, t, type Key } from '../i18n';

const places: { path: string; key: Key }[] = [
  { path: 'play', key: 'nav.play' },
  { path: 'analyse', key: 'nav.analyse' },
  { path: 'museum', key: 'nav.museum' },
  { path: 'lab', key: 'nav.lab' },
  { path: 'fair', key: 'nav.fair' },
  { path: 'about', key: 'nav.about' },
];

const live = h('div', { cls: 'sr-only', role: 'status', 'aria-live': 'polite', id: 'live' });
const toastBox = h('div', { cls: 'toast', role: 'alert', hidden: true });
let lastSaid = '';

/** Tells a screen reader. */
export function announce(text: string): void {
  // The same words twice are said twice.
  lastSaid = text === lastSaid ? `${text} ` : text;
  live.textContent = lastSaid;
}

let toastTimer = 0;
export function toast(text: string): void {
  toastBox.textContent = text;
  toastBox.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { toastBox.hidden = true; }, 6000);
}

export function shell(root: Element): { main: HTMLElement; refresh: (here: string) => void } {
  const nav = h('nav');
  const main = h('main', { id: 'main', tabindex: -1 });
  const dialog = h('dialog', { cls: 'settings', id: 'settings' });
  const helpDialog = h('dialog', { cls: 'help', id: 'help' });
  const tools = h('div', { cls: 'tools' });
  const skip = h('a', { cls: 'skip', href: '#main', onclick: (e: Event) => { e.preventDefault(); main.focus(); } });
  const brand = h('a', { cls: 'brand', href: '#/play' });
  root.append(skip, h('header', {}, brand, nav, tools), main, dialog, helpDialog, live, toastBox);

  const refresh = (here: string): void => {
    document.documentElement.lang = settings.lang;
    document.documentElement.dataset.theme = settings.theme;
    skip.textContent = t('nav.skip');
    put(brand, h('img', { src: '/icon.svg', alt: '', width: 24, height: 24 }), 'Touchstone');
    nav.setAttribute('aria-label', t('nav.label'));
    put(nav, ...places.map((p) => h('a', { href: `#/${p.path}`, 'aria-current': here === p.path ? 'page' : undefined }, t(p.key))));
    put(tools,
      button('⚙', () => { fillSettings(dialog, () => refresh(here)); dialog.showModal(); }, { 'aria-label': t('nav.settings'), title: t('nav.settings'), id: 'open-settings' }),
      button('?', () => { fillHelp(helpDialog); helpDialog.showModal(); }, { 'aria-label': t('nav.help'), title: t('nav.help'), id: 'open-help' }));
  };
  document.addEventListener('keydown', (e) => {
    if (e.key === '?' && !typing(e)) {
      fillHelp(helpDialog);
      if (!helpDialog.open) helpDialog.showModal();
    }
  });
  return { main, refresh };
}

/** Whether a key belongs to a text field (or to composing a character). */
export function typing(e: KeyboardEvent): boolean {
  const el = e.target as HTMLElement | null;
  return e.isComposing || e.ctrlKey || e.metaKey || e.altKey || !!el?.closest('input, textarea, select, dialog, [contenteditable]');
}

export function choice<T extends string>(label: string, name: string, options: [T, string][], value: T, on: (v: T) => void): HTMLElement {
  const select = h('select', { name, onchange: (e: Event) => on((e.target as HTMLSelectElement).value as T) },
    ...options.map(([v, text]) => h('option', { value: v, selected: v === value }, text)));
  return h('label', { cls: 'field' }, h('span', {}, label), select);
}

export function check(label: string, name: string, value: boolean, on: (v: boolean) => void): HTMLElement {
  return h('label', { cls: 'field check' },
    h('input', { type: 'checkbox', name, checked: value, onchange: (e: Event) => on((e.target as HTMLInputElement).checked) }), h('span', {}, label));
}

function fillSettings(dialog: HTMLDialogElement, refresh: () => void): void {
  const set = (part: Partial<Settings>): void => {
    change(part);
    refresh();
    if (part.lang) fillSettings(dialog, refresh);
  };
  put(dialog,
    h('h2', {}, t('nav.settings')),
    choice(t('set.lang'), 'lang', languages.map((l) => [l.tag, l.name]), settings.lang, (lang) => set({ lang })),
    choice(t('set.theme'), 'theme', [['system', t('set.system')], ['light', t('set.light')], ['dark', t('set.dark')]], settings.theme, (theme) => set({ theme })),
    choice(t('set.pieces'), 'pieces', [['characters', t('set.characters')], ['icons', t('set.icons')]], settings.pieces, (pieces) => set({ pieces })),
    choice(t('set.board'), 'boardStyle', [['classic', t('set.classic')], ['checkered', t('set.checkered')]], settings.boardStyle, (boardStyle) => set({ boardStyle })),
    choice(t('set.coordinates'), 'coordinates', [['edge', t('set.edge')], ['each', t('set.each')], ['none', t('set.none')]], settings.coordinates, (coordinates) => set({ coordinates })),
    check(t('set.upright'), 'upright', settings.upright, (upright) => set({ upright })),
    check(t('set.animation'), 'animation', settings.animation, (animation) => set({ animation })),
    check(t('set.sound'), 'sound', settings.sound, (sound) => set({ sound })),
    check(t('set.arrows'), 'arrows', settings.arrows, (arrows) => set({ arrows })),
    check(t('set.bar'), 'bar', settings.bar, (bar) => set({ bar })),
    button(t('common.close'), () => dialog.close(), { cls: 'primary' }));
}

function fillHelp(dialog: HTMLDialogElement): void {
  const keys: [string, Key][] = [
    ['← ↑ → ↓', 'help.arrows'], ['Enter / Space', 'help.enter'], ['Esc', 'help.escape'], ['← → (…)', 'help.browse'],
    ['f', 'help.flip'], ['e', 'help.engine'], ['a', 'help.shapes'], ['r', 'help.truth'], ['?', 'help.help'],
  ];
  put(dialog,
    h('h2', {}, t('nav.help')),
    h('table', {}, h('tbody', {}, ...keys.map(([k, key]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, k)), h('td', {}, t(key)))))),
    h('p', {}, t('help.typed')),
    h('ul', {}, h('li', {}, h('code', {}, 'p H'), ' ', t('help.q_piece')), h('li', {}, h('code', {}, 's a'), ' ', t('help.q_line')),
      h('li', {}, h('code', {}, 'm c3'), ' ', t('help.q_moves')), h('li', {}, h('code', {}, 'l'), ' ', t('help.q_last'))),
    button(t('common.close'), () => dialog.close(), { cls: 'primary' }));
}
