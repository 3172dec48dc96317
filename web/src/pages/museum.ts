import type { Page } from './page';
export function museumPage(_root: HTMLElement, ..._rest: unknown[]): Page {
  return { destroy: () => undefined };
}
