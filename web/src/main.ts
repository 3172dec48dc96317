// The page's places and the way between them.
import './styles.css';
import { api, type Catalogue } from './api';
import { put, h } from './ui/dom';
import { shell } from './ui/shell';
import { onChange } from './ui/settings';
import { t } from './i18n';
import type { Page } from './pages/page';
import { playGame, playSetup } from './pages/play';
import { analysePage } from './pages/analyse';
import { museumPage } from './pages/museum';
import { labPage } from './pages/lab';
import { fairPage } from './pages/fair';
import { aboutPage } from './pages/about';

const root = document.getElementById('app') as HTMLElement;
const { main, refresh } = shell(root);
let page: Page | null = null;
let catalogue: Catalogue | null = null;
let here = 'play';

async function route(): Promise<void> {
  const [place = 'play', ...words] = location.hash.replace(/^#\//, '').split('/');
  here = place || 'play';
  page?.destroy();
  page = null;
  put(main);
  refresh(here);
  document.title = 'Touchstone';
  if (!catalogue) {
    try {
      catalogue = await api.catalogue();
    } catch (e) {
      put(main, h('p', { cls: 'card' }, t('common.no_server'), ' ', String(e)));
      setTimeout(() => void route(), 2000);
      return;
    }
  }
  put(main);
  const word = words[0] ? decodeURIComponent(words[0]) : undefined;
  switch (here) {
    case 'analyse': page = analysePage(main, catalogue, word); break;
    case 'museum': page = museumPage(main, word); break;
    case 'lab': page = labPage(main, catalogue); break;
    case 'fair': page = fairPage(main, word); break;
    case 'about': page = aboutPage(main, catalogue); break;
    default: page = word ? playGame(main, word, words[1]) : playSetup(main, catalogue, fromPosition());
  }
  root.dataset.page = here;
}

/** A position that another page handed over to be played from. */
function fromPosition(): { game?: string; start?: string } {
  const kept = sessionStorage.getItem('play.from');
  sessionStorage.removeItem('play.from');
  try {
    return kept ? (JSON.parse(kept) as { game?: string; start?: string }) : {};
  } catch {
    return {};
  }
}

addEventListener('hashchange', () => void route());
onChange(() => refresh(here));
void route();
