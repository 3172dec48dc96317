import type { Page } from './page';
export function fairPage(_root: HTMLElement, ..._rest: unknown[]): Page {
  return { destroy: () => undefined };
}
