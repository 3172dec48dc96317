import type { Page } from './page';
export function analysePage(_root: HTMLElement, ..._rest: unknown[]): Page {
  return { destroy: () => undefined };
}
