// A real browser for tests: Debian's chromium, driven by playwright-core.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const present = () => existsSync(EXECUTABLE);

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

export async function openBrowser(options = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'touchstone-browser-'));
  const context = await chromium.launchPersistentContext(dir, {
    executablePath: EXECUTABLE, headless: true, args: ARGS, viewport: { width: 1240, height: 860 }, ...options,
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
