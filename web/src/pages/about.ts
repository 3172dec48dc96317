// What this is, and what is inside.
import type { Catalogue } from '../api';
import { named, t } from '../i18n';
import { h, put } from '../ui/dom';
import { onChange } from '../ui/settings';
import type { Page } from './page';

export function aboutPage(root: HTMLElement, catalogue: Catalogue): Page {
  const box = h('section', { cls: 'card' });
  root.append(box);
  const draw = (): void => put(box,
    h('h1', {}, t('about.title')), h('p', {}, t('about.text')),
    h('p', {}, t('about.version', { v: catalogue.version, n: catalogue.engines }), ' ', t(catalogue.loopback ? 'about.loopback' : 'about.open')),
    h('h2', {}, t('about.games')),
    ...catalogue.games.map((g) => h('details', {}, h('summary', {}, named('game', g.name)),
      h('h3', {}, t('about.rules')), h('ul', {}, ...g.presets.map((p) => h('li', {}, h('b', {}, p.name), ': ', h('span', { lang: 'en' }, p.about)))))),
    h('p', {}, h('a', { href: '/api/v1/openapi.json' }, t('about.api'))),
    h('p', { cls: 'note' }, t('about.licence')));
  draw();
  const off = onChange(draw);
  return { destroy: off };
}
