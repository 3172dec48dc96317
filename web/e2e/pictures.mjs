// The pictures of the README and the guide: docs/pictures/*.png.
import { mkdirSync } from 'node:fs';
import * as steps from './steps.mjs';

const dir = new URL('../../docs/pictures/', import.meta.url).pathname;

export async function pictures(page, world) {
  mkdirSync(dir, { recursive: true });
  const shot = (name) => page.screenshot({ path: `${dir}${name}.png`, scale: 'css' });
  await page.setViewportSize({ width: 1180, height: 760 });
  await page.goto(`${world.server.url}/#/play`);
  await page.waitForSelector('#start');
  const kinds = await page.$$eval('select[name=game] option', (os) => os.map((o) => o.value));
  await shot('board-setup');
  for (const kind of kinds) {
    await steps.begin(page, world, { kind, level: '2', seat: 'first' });
    await steps.playByMouse(page, kind === 'banqi' ? 9 : 5);
    await steps.myTurn(page);
    await page.mouse.move(5, 5);
    await page.waitForTimeout(300);
    await shot(`board-play-${kind}`);
  }
  await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
  await steps.playByMouse(page, 16);
  await steps.finish(page);
  await page.click('#review');
  await page.waitForSelector('#sweep');
  await page.click('#sweep');
  await page.waitForFunction(() => /All/.test(document.querySelector('#sweepstate')?.textContent ?? ''), null, { timeout: 180_000 });
  for (let i = 0; i < 5; i++) await page.click('#on');
  await page.waitForTimeout(400);
  await shot('board-review');
  await page.click('#tab-engine');
  await page.click('#run');
  await page.waitForSelector('#results');
  await page.waitForTimeout(200);
  await shot('board-analyse');
  await page.click('#tab-edit');
  await page.waitForTimeout(300);
  await shot('board-editor');
  await page.goto(`${world.server.url}/#/museum`);
  await page.waitForTimeout(500);
  const first = await page.$eval('.pieces a', (a) => a.getAttribute('href')).catch(() => null);
  if (first) {
    await page.goto(`${world.server.url}/${first}`);
    await page.waitForSelector('.arms', { timeout: 60_000 });
    await shot('board-museum');
  }
  await page.evaluate(() => localStorage.setItem('touchstone.settings', JSON.stringify({ theme: 'dark', lang: 'zh-Hant' })));
  await page.goto(`${world.server.url}/#/play`);
  await page.reload();
  await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
  await steps.playByMouse(page, 6);
  await page.waitForTimeout(300);
  await shot('board-dark');
  await page.setViewportSize({ width: 390, height: 780 });
  await page.waitForTimeout(300);
  await shot('board-phone');
}
