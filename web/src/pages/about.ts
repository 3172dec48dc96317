import type { Page } from './page';
export function aboutPage(_root: HTMLElement, ..._rest: unknown[]): Page {
  return { destroy: () => undefined };
}
