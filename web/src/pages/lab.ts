import type { Page } from './page';
export function labPage(_root: HTMLElement, ..._rest: unknown[]): Page {
  return { destroy: () => undefined };
}
