// Games and positions in and out: text, files, links.
import { api, ApiFailure } from '../api';
import { gameView, knownGames } from '../games';
import { named, t } from '../i18n';
import { button, h, put } from '../ui/dom';
import { choice, toast } from '../ui/shell';
import type { AnalysePage } from './analyse';
import { docOf, recordOf } from './doc';
import { docOfSgf, sgfOf } from '../games/sgf';

export class InOutPanel {
  readonly el = h('div', { cls: 'inout' });
  private text = '';
  private format = 'jsonl';

  constructor(private readonly page: AnalysePage) {}

  /** Reads whatever was pasted. */
  private async read(text: string, game: string): Promise<void> {
    const trimmed = text.trim();
    if (!trimmed) return;
    try {
      // A link of ours holds the game itself.
      const link = /#\/analyse\/([\w-]+)/.exec(trimmed);
      if (link) {
        location.hash = `#/analyse/${link[1] ?? ''}`;
        return;
      }
      const sgf = docOfSgf(trimmed);
      if (sgf && sgf.first.length) {
        await this.page.open(sgf);
        return;
      }
      const position = trimmed.startsWith('{') || trimmed.startsWith('[') ? null : [gameView(game), ...knownGames()].find((v) => v?.read(trimmed));
      if (position) {
        await this.page.open({ game: position.name, rules: '', start: trimmed, first: [] });
        return;
      }
      const record = await api.importText(trimmed, game);
      await this.page.open(docOf(record));
    } catch (e) {
      const out = this.el.querySelector('#importstate');
      if (out) out.textContent = e instanceof ApiFailure ? e.message : String(e);
    }
  }

  private async write(): Promise<void> {
    const doc = this.page.current();
    try {
      if (this.format === 'position') this.text = this.page.table()?.position ?? '';
      else if (this.format === 'link') this.text = await this.page.link();
      else if (this.format === 'sgf') this.text = sgfOf(doc, this.page.shown()?.geometry.files ?? 19);
      else this.text = (await api.exportRecord(recordOf(doc), this.format)).text;
    } catch (e) {
      toast(e instanceof ApiFailure ? e.message : String(e));
      return;
    }
    this.draw();
  }

  draw(): void {
    const field = h('textarea', { id: 'import', 'aria-label': t('an.import_text'), placeholder: t('an.import_text') });
    const out = h('textarea', { id: 'export', readonly: true, 'aria-label': t('an.export') });
    out.value = this.text;
    const formats: [string, string][] = [['jsonl', 'JSON'], ['pgn', 'PGN'], ['csv', 'CSV'], ['position', t('an.position')], ['link', t('an.link')]];
    if (this.page.doc.game === 'go') formats.push(['sgf', 'SGF']);
    let game = this.page.doc.game;
    put(this.el,
      h('h3', {}, t('an.import')),
      choice(t('play.game'), 'importgame', this.page.catalogue.games.filter((g) => gameView(g.name)).map((g) => [g.name, named('game', g.name)]), game, (v) => { game = v; }),
      field, h('p', { cls: 'badline', id: 'importstate', role: 'status' }),
      h('div', { cls: 'buttons' },
        button(t('an.import'), () => void this.read(field.value, game), { cls: 'primary', id: 'read' }),
        h('input', { type: 'file', 'aria-label': t('an.import'), accept: '.json,.jsonl,.pgn,.txt,.sgf,.fen', onchange: (e: Event) => {
          const file = (e.target as HTMLInputElement).files?.[0];
          if (file && file.size < 1_000_000) void file.text().then((text) => { field.value = text; void this.read(text, game); });
        } })),
      h('h3', {}, t('an.export')),
      choice(t('an.export'), 'format', formats, this.format, (v) => { this.format = v; void this.write(); }),
      h('div', { cls: 'buttons' },
        button(t('an.export'), () => void this.write(), { id: 'write' }),
        button(t('common.copy'), () => { void navigator.clipboard.writeText(this.text).then(() => toast(t('common.copied'))); }, { disabled: !this.text })),
      out);
  }
}
