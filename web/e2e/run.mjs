// Tests in a real browser. `node e2e/run.mjs [part of a name]`
import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, present } from './browser.mjs';
import { binary, start } from './server.mjs';
import { tests } from './tests.mjs';

function skip(why) {
  console.log(`SKIPPED: the browser tests did not run: ${why}`);
  process.exit(0);
}

if (!present()) {
  if (process.getuid?.() !== 0) skip('chromium is missing (apt-get install chromium fonts-noto-cjk)');
  try {
    execSync('apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk', { stdio: 'ignore', timeout: 600_000 });
  } catch {
    skip('chromium is missing and could not be installed');
  }
}
if (!binary()) skip('the server is not built (cargo build)');

const wanted = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const dir = mkdtempSync(join(tmpdir(), 'touchstone-e2e-'));
const world = { server: await start(join(dir, 'board.db')), db: join(dir, 'board.db'), start, pictures: process.argv.includes('--pictures') };
let passed = 0;
let failed = 0;
for (const test of tests) {
  if (wanted.length && !wanted.some((w) => test.name.includes(w))) continue;
  if (test.pictures && !world.pictures) continue;
  const begun = performance.now();
  const browser = await openBrowser({ locale: 'en-US', ...(test.browser ?? {}) });
  const page = browser.context.pages()[0];
  const noise = [];
  page.on('pageerror', (e) => noise.push(e.message));
  page.on('console', (m) => { if (m.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(m.text())) noise.push(m.text()); });
  try {
    page.setDefaultTimeout(20_000);
    await test.run(page, world);
    if (noise.length) throw new Error(`the page complained: ${noise.join(' | ')}`);
    passed++;
    console.log(`ok   ${test.name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (e) {
    failed++;
    console.log(`FAIL ${test.name}: ${e.stack ?? e}${noise.length ? `\n     page: ${noise.join(' | ')}` : ''}`);
    await page.screenshot({ path: join(tmpdir(), `touchstone-fail-${test.name.replace(/\W+/g, '-')}.png`) }).catch(() => undefined);
  }
  await browser.close();
}
await world.server.stop();
rmSync(dir, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || passed === 0 ? 1 : 0);
