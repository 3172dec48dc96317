// What a user does, done in a browser.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import * as steps from './steps.mjs';
import { pictures } from './pictures.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Which of the games this server has. */
async function kinds(page, world) {
  await page.goto(`${world.server.url}/#/play`);
  await page.waitForSelector('#start');
  return page.$$eval('select[name=game] option', (os) => os.map((o) => o.value));
}

const RECORD = {
  json: JSON.stringify({
    schema: 1, game: 'banqi', rules: 'tcga', start: 'start', deal: 'ErsascRe SRgsCHCS rSsEehGS hASacHAs',
    moves: 'a1a1 f3f3 b1b1 g1g1 a1b1 c3c3 h3h3 e2e2 c2c2 b2b2 e2c2 c1c1'.split(' '),
  }),
  list: '1. a1a1=E f3f3=h 2. b1b1=r g1g1=R 3. a1b1',
  pgn: '[Event "x"]\n[Variant "Banqi"]\n[Rules "tcga"]\n[Deal "ErsascRe SRgsCHCS rSsEehGS hASacHAs"]\n\n1. a1a1 f3f3 {a flip} 2. b1b1 g1g1 1/2-1/2\n',
  position: 'A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29',
};

async function read(page, world, text) {
  await page.goto(`${world.server.url}/#/about`);
  await page.goto(`${world.server.url}/#/analyse`);
  await page.waitForSelector('#run, #editstate');
  await page.click('#tab-io');
  await page.selectOption('select[name=importgame]', 'banqi');
  await page.fill('#import', text);
  await page.click('#read');
}

/** Presses tiles and tells, as medians, when something was seen and when the server had it. */
async function presses(page, from, many) {
  return page.evaluate(async ([first, n]) => {
    const cells = [...document.querySelectorAll('.cell')].slice(first, first + n);
    const shown = [];
    const answered = [];
    let frames = 0;
    let counting = true;
    const count = () => { frames++; if (counting) requestAnimationFrame(count); };
    requestAnimationFrame(count);
    const list = document.querySelector('.moves');
    for (const cell of cells) {
      const box = cell.getBoundingClientRect();
      const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, button: 0, pointerId: 1 };
      const had = list.children.length;
      const t = performance.now();
      cell.dispatchEvent(new PointerEvent('pointerdown', at));
      document.dispatchEvent(new PointerEvent('pointerup', at));
      // Selected, or on its way: the mark is in the document.
      shown.push(document.querySelector('.mark') ? performance.now() - t : Infinity);
      while (list.children.length === had && performance.now() - t < 5000) await new Promise((r) => setTimeout(r, 1));
      answered.push(performance.now() - t);
      await new Promise((r) => setTimeout(r, 180));
    }
    counting = false;
    const middle = (xs) => xs.sort((a, b) => a - b)[Math.floor(xs.length / 2)];
    return { shown: middle(shown), answered: middle(answered), frames: Math.max(1, frames) };
  }, [from, many]);
}

export const tests = [
  {
    name: 'a game of each kind with the mouse',
    run: async (page, world) => {
      for (const kind of await kinds(page, world)) {
        await steps.begin(page, world, { kind, level: '1', seat: 'first' });
        await steps.playByMouse(page, kind === 'banqi' ? 300 : 12);
        await steps.finish(page);
      }
    },
  },
  {
    name: 'a game of each kind with the keyboard alone',
    run: async (page, world) => {
      for (const kind of await kinds(page, world)) {
        await steps.begin(page, world, { kind, level: '1', seat: 'first' });
        await steps.playByKeys(page, kind === 'banqi' ? 14 : 5);
        await steps.finish(page, true);
      }
    },
  },
  {
    name: 'a game of each kind at the size of a phone',
    browser: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    run: async (page, world) => {
      for (const kind of await kinds(page, world)) {
        await steps.begin(page, world, { kind, level: '1', seat: 'first' });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 390, `the page is ${width} wide`);
        await steps.playByMouse(page, 5, true);
        await steps.finish(page);
      }
    },
  },
  {
    name: 'typed moves and questions',
    run: async (page, world) => {
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await page.fill('input[name=move]', 'c3c3');
      await page.press('input[name=move]', 'Enter');
      await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 2);
      // What the engine played is announced too: wait until it is our turn.
      await steps.myTurn(page);
      await page.fill('input[name=move]', 'z9z9');
      await page.press('input[name=move]', 'Enter');
      await page.waitForFunction(() => /not a legal move/.test(document.querySelector('.answer:not(#lastevent)')?.textContent ?? ''));
      await page.fill('input[name=move]', 's c');
      await page.press('input[name=move]', 'Enter');
      assert.match(await page.textContent('.answer:not(#lastevent)'), /c3/);
      assert.match(await page.textContent('#live'), /c3/);
    },
  },
  {
    name: 'hint, take back, turn, browse',
    run: async (page, world) => {
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await steps.playByMouse(page, 3);
      await steps.myTurn(page);
      const before = await page.$$eval('.moves li', (l) => l.length);
      await page.click('#hint');
      await page.waitForSelector('.hintbox ol');
      assert.ok(await page.$('.shape.best'), 'no arrow or ring of the hint');
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('.moves .now');
      await page.keyboard.press('ArrowRight');
      const a1 = () => page.$eval('[data-square=a1]', (e) => e.getAttribute('x'));
      const x = await a1();
      await page.keyboard.press('f');
      assert.notEqual(await a1(), x);
      await page.click('#takeback');
      await page.waitForFunction((n) => document.querySelectorAll('.moves li').length < n, before);
      assert.ok(await page.$('#resign.danger'), 'the button that ends the game stands apart');
    },
  },
  {
    name: 'review: graph, decision and luck, tables, what costs most, kept when one comes back',
    run: async (page, world) => {
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await steps.playByMouse(page, 12);
      await steps.finish(page);
      await page.click('#review');
      await page.waitForSelector('#sweep');
      await page.selectOption('select[name=sweepnodes]', '500');
      await page.click('#sweep');
      await page.waitForFunction(() => /judged|All/.test(document.querySelector('#sweepstate')?.textContent ?? '') && !document.querySelector('progress'), null, { timeout: 90_000 });
      assert.equal(await page.$$eval('#sums tbody tr', (r) => r.length), 2);
      await page.waitForSelector('.graph .curve');
      await page.click('#on');
      await page.waitForSelector('#card .outcomes table');
      const rows = await page.$$eval('#card .outcomes tbody tr', (r) => r.length);
      assert.equal(rows, 15, 'fourteen kinds and their mean');
      assert.ok(await page.$('#card .outcomes tr.came'));
      assert.ok((await page.$$('#worst li')).length <= 3);
      const box = await (await page.$('.graph')).boundingBox();
      await page.mouse.click(box.x + box.width * 0.6, box.y + 20);
      await page.waitForFunction(() => document.querySelectorAll('.moves li').length > 3 && document.querySelector('.moves .now'));
      await page.click('#truth');
      await page.waitForSelector('.ghost');
      const here = page.url();
      await page.goto(`${world.server.url}/#/about`);
      await page.waitForSelector('.card h1');
      await page.goto(here);
      await page.waitForSelector('#sums');
      await page.click('#tab-sweep');
      await page.waitForSelector('#worst button');
    },
  },
  {
    name: 'import of each form, and a clear word where it fails',
    run: async (page, world) => {
      for (const [form, plies] of [['json', 12], ['list', 5], ['pgn', 4], ['position', 0]]) {
        await read(page, world, RECORD[form]);
        await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n && document.querySelector('.board [data-piece]'), plies);
      }
      await page.waitForSelector('[data-square=a4][aria-label*="red advisor"]');
      await read(page, world, '1. a1a1=E a1a1=E');
      await page.waitForFunction(() => /ply 2/.test(document.querySelector('#importstate')?.textContent ?? ''));
      // Out again in every form, and back.
      await read(page, world, RECORD.list);
      await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 5);
      for (const form of ['pgn', 'jsonl', 'link']) {
        await page.click('#tab-io');
        await page.selectOption('select[name=format]', form);
        await page.waitForFunction((f) => {
          const v = document.querySelector('#export')?.value ?? '';
          return f === 'pgn' ? v.includes('[Variant') : f === 'link' ? v.includes('#/analyse/') : v.startsWith('{');
        }, form);
        const text = await page.inputValue('#export');
        await read(page, world, text);
        await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 5);
      }
    },
  },
  {
    name: 'the engine: values, tables, a variation, the static evaluation',
    run: async (page, world) => {
      await read(page, world, RECORD.position);
      await page.waitForSelector('#tab-engine');
      await page.click('#tab-engine');
      await page.click('#run');
      await page.waitForSelector('#results li .value');
      assert.ok(await page.$('.shape.best'));
      await page.keyboard.press('a');
      await page.waitForFunction(() => !document.querySelector('.shape'));
      await page.keyboard.press('a');
      await page.click('#evaluate');
      await page.waitForSelector('.engine table.grid');
      await page.locator('[data-square=d4]').click({ force: true });
      await page.waitForSelector('dialog.chooser[open]');
      await page.click('dialog.chooser [data-value="s"]');
      await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 1);
      await page.waitForSelector('[data-square=d4][aria-label*="black soldier"]');
      await page.keyboard.press('ArrowLeft');
    },
  },
  {
    name: 'the editor: pieces, bags in step, what is wrong is said',
    run: async (page, world) => {
      await read(page, world, RECORD.position);
      await page.waitForSelector('[data-square=a4][aria-label*="red advisor"]');
      await page.click('#tab-edit');
      await page.waitForSelector('#editstate.okline');
      await page.click('[data-brush=G]');
      await page.locator('[data-square=b4]').click({ force: true });
      await page.waitForSelector('#editstate.badline');
      assert.match(await page.textContent('#editstate'), /G|general/i);
      await page.locator('[data-square=b4]').click({ force: true });
      await page.waitForSelector('#editstate.okline');
      await page.click('[data-brush=X]');
      await page.locator('[data-square=b4]').click({ force: true });
      await page.waitForSelector('#editstate.okline');
      await page.click('#use');
      await page.waitForSelector('[data-square=b4][aria-label*="face-down"]');
    },
  },
  {
    name: 'four languages, themes, piece styles: all remembered',
    run: async (page, world) => {
      await page.goto(`${world.server.url}/#/play`);
      const seen = new Set();
      for (const lang of ['zh-Hans', 'zh-Hant', 'ru', 'en']) {
        await page.click('#open-settings');
        await page.selectOption('dialog select[name=lang]', lang);
        await page.click('dialog[open] button.primary');
        seen.add(await page.textContent('#start'));
        assert.equal(await page.getAttribute('html', 'lang'), lang);
        await page.reload();
        await page.waitForSelector('#start');
        assert.equal(await page.getAttribute('html', 'lang'), lang);
      }
      assert.equal(seen.size, 4);
      await page.click('#open-settings');
      await page.selectOption('dialog select[name=theme]', 'dark');
      await page.selectOption('dialog select[name=pieces]', 'icons');
      await page.click('dialog[open] button.primary');
      const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.notEqual(back, 'rgb(246, 243, 238)');
      await page.reload();
      await page.waitForSelector('#start');
      assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await steps.playByMouse(page, 2);
      assert.ok(await page.$('.disc .iconfill'));
      assert.ok(!(await page.$('.disc .han')));
    },
  },
  {
    name: 'the server is killed in the middle of a game, and the game goes on',
    run: async (page, world) => {
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await steps.playByMouse(page, 4);
      await steps.myTurn(page);
      const before = await page.$$eval('.moves li', (l) => l.map((x) => x.textContent));
      const address = world.server.url.replace('http://', '');
      await world.server.stop('SIGKILL');
      await page.waitForSelector('.away');
      // A move made while nobody listens is sent when someone does.
      const legal = (await steps.state(page)).dests;
      await page.locator(`[data-square=${legal}]`).click({ force: true });
      world.server = await world.start(world.db, address);
      await page.waitForFunction(() => !document.querySelector('.away'), null, { timeout: 30_000 });
      await page.waitForFunction((n) => document.querySelectorAll('.moves li').length > n, before.length, { timeout: 30_000 });
      const after = await page.$$eval('.moves li', (l) => l.map((x) => x.textContent));
      assert.deepEqual(after.slice(0, before.length), before);
      await steps.playByMouse(page, 2);
    },
  },
  {
    name: 'two hundred fast clicks lose nothing',
    run: async (page, world) => {
      await steps.begin(page, world, { kind: 'banqi', opponent: 'here' });
      const places = [];
      const size = await (await page.$('.board')).boundingBox();
      for (const cell of await page.$$('.cell')) places.push(await cell.boundingBox());
      assert.ok(size);
      // Every tile is pressed once, as fast as the browser takes it; then at random.
      for (const b of places) {
        await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
        await page.mouse.down();
        await page.mouse.up();
      }
      await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 32 || /wins|Draw/.test(document.querySelector('.status')?.textContent ?? ''), null, { timeout: 20_000 });
      assert.equal(await page.$$eval('.moves li', (l) => l.length), 32, 'thirty-two presses, thirty-two tiles');
      for (let i = 0; i < 168; i++) {
        const b = places[(i * 37 + 11) % places.length];
        await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
      }
      await page.waitForTimeout(300);
      const shown = await page.$$eval('.moves li', (l) => l.length);
      await page.reload();
      await page.waitForFunction((n) => document.querySelectorAll('.moves li').length >= n, shown);
      assert.equal(await page.$$eval('.moves li', (l) => l.length), shown, 'the server knows what the page showed');
    },
  },
  {
    name: 'fair luck is checked in the browser',
    run: async (page, world) => {
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await steps.playByMouse(page, 2);
      await steps.finish(page);
      await page.click('.luckbox summary');
      await page.click('#verify');
      await page.waitForSelector('#followed');
      assert.equal(await page.$$eval('#fairresult .okline', (l) => l.length), 3, await page.textContent('#fairresult'));
      assert.equal(await page.$$eval('#fairresult .badline', (l) => l.length), 0);
      await page.fill('input[name=secret]', '00'.repeat(32));
      await page.click('#faircheck');
      await page.waitForSelector('#fairresult .badline');
    },
  },
  {
    name: 'no truth in any message before the end',
    run: async (page, world) => {
      const messages = [];
      page.on('websocket', (ws) => ws.on('framereceived', (f) => messages.push(String(f.payload))));
      page.on('response', async (r) => { if (r.url().includes('/api/v1/')) messages.push(await r.text().catch(() => '')); });
      await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
      await steps.playByMouse(page, 6);
      await steps.myTurn(page);
      const early = messages.splice(0);
      await steps.finish(page);
      await page.waitForTimeout(200);
      const last = messages.map((m) => { try { return JSON.parse(m); } catch { return null; } }).find((m) => m?.truth);
      assert.ok(last, 'the truth is told after the end');
      assert.ok(early.length > 12, `${early.length} messages`);
      for (const m of early) {
        assert.ok(!m.includes(last.truth.luck.secret));
        assert.ok(!m.includes(last.truth.deal));
      }
    },
  },
  {
    name: 'museum and laboratory',
    run: async (page, world) => {
      await page.goto(`${world.server.url}/#/museum`);
      await page.waitForSelector('.card h1');
      await page.waitForTimeout(300);
      const names = await page.$$eval('.pieces a', (as) => as.map((a) => a.getAttribute('href')));
      for (const href of names) {
        await page.goto(`${world.server.url}/${href}`);
        await page.waitForSelector('.arms', { timeout: 60_000 });
        assert.match(await page.textContent('.arm.check'), /✓/, href);
      }
      await page.goto(`${world.server.url}/#/lab`);
      await page.click('#compute');
      await page.waitForSelector('#stats table');
    },
  },
  {
    name: 'axe finds nothing serious on any page',
    run: async (page, world) => {
      const look = async (where) => {
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await globalThis.axe.run(document)).violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
          .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(' | ')}`));
        assert.deepEqual(found, [], where);
      };
      for (const theme of ['light', 'dark']) {
        await page.goto(`${world.server.url}/#/play`);
        await page.waitForSelector('#start');
        await page.evaluate((t) => localStorage.setItem('touchstone.settings', JSON.stringify({ theme: t, lang: 'en', animation: false })), theme);
        await page.reload();
        await page.waitForSelector('#start');
        await look(`setup ${theme}`);
        await steps.begin(page, world, { kind: 'banqi', level: '1', seat: 'first' });
        await steps.playByMouse(page, 3);
        await look(`play ${theme}`);
        await read(page, world, RECORD.json);
        await page.waitForSelector('#sweep');
        await look(`review ${theme}`);
        for (const tab of ['engine', 'edit', 'io']) {
          await page.click(`#tab-${tab}`);
          await page.waitForTimeout(150);
          await look(`analyse ${tab} ${theme}`);
        }
        for (const place of ['museum', 'lab', 'fair', 'about']) {
          await page.goto(`${world.server.url}/#/${place}`);
          await page.waitForSelector('.card h1');
          await page.waitForTimeout(150);
          await look(`${place} ${theme}`);
        }
      }
    },
  },
  {
    name: 'fast: the first page, input, and what moving pieces cost',
    run: async (page, world) => {
      const begun = performance.now();
      await page.goto(`${world.server.url}/#/play`);
      await page.waitForSelector('#start');
      const cold = performance.now() - begun;
      const bytes = await page.evaluate(() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((n, e) => n + e.transferSize, 0));
      assert.ok(bytes < 200_000, `${bytes} bytes`);
      await steps.begin(page, world, { kind: 'banqi', opponent: 'here' });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable');
      const script = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'ScriptDuration').value * 1000;
      const before = await script();
      const quiet = await presses(page, 0, 16);
      const perFrame = ((await script()) - before) / quiet.frames;
      // Engines on every core, and one more in the queue.
      await page.evaluate(() => {
        globalThis.__busy = new AbortController();
        for (let i = 0; i < 4; i++) {
          void fetch('/api/v1/analyse', { method: 'POST', signal: globalThis.__busy.signal, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game: 'banqi', nodes: 20_000_000 }) }).catch(() => undefined);
        }
      });
      await page.waitForTimeout(200);
      const busy = await presses(page, 16, 16);
      await page.evaluate(() => globalThis.__busy.abort());
      const f = (x) => `${x.toFixed(1)} ms`;
      console.log(`     cold ${cold.toFixed(0)} ms, ${bytes} bytes; a press is shown after ${f(quiet.shown)} (busy ${f(busy.shown)}), stored and answered after ${f(quiet.answered)} (busy ${f(busy.answered)}); ${f(perFrame)} of script a frame`);
      assert.ok(cold < 8_000, `first page after ${cold} ms`);
      assert.ok(quiet.shown < 50 && busy.shown < 50, `shown after ${quiet.shown} and ${busy.shown} ms`);
    },
  },
  { name: 'pictures', pictures: true, run: pictures },
];
