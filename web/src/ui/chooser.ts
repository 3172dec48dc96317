// A small choice that the board cannot show: a promotion, an outcome.
import { t } from '../i18n';
import type { GameView } from '../games';
import { button, h } from './dom';
import { miniPiece } from '../pages/parts';

export class Chooser {
  constructor(title: string, options: { value: string; piece?: string; text?: string }[], view: GameView, done: (value: string) => void, cancelled: () => void = () => undefined) {
    let picked = false;
    const dialog = h('dialog', { cls: 'chooser' });
    dialog.append(h('h2', {}, title), h('div', { cls: 'options' }, ...options.map((o) => h('button', {
      type: 'button', 'data-value': o.value, onclick: () => { picked = true; dialog.close(); done(o.value); },
    }, o.piece ? miniPiece(view, o.piece, 44) : null, o.text ?? ''))), button(t('common.cancel'), () => dialog.close()));
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (!picked) cancelled();
    });
    document.body.append(dialog);
    dialog.showModal();
  }
}
