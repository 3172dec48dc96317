// Steps that tests share.
import assert from 'node:assert/strict';


export async function begin(page, world, { kind, level, seat, opponent }) {
  await page.goto(`${world.server.url}/#/about`);
  await page.goto(`${world.server.url}/#/play`);
  await page.waitForSelector('#start');
  await page.selectOption('select[name=game]', kind);
  await page.selectOption('select[name=opponent]', opponent ?? 'engine');
  if (level) await page.selectOption('select[name=level]', level);
  if (seat) await page.selectOption('select[name=seat]', seat);
  await page.click('#start');
  await page.waitForSelector('.board [data-square]');
  await page.waitForFunction(() => document.querySelector('.status')?.textContent);
}

/** What the server says of the game on this page, asked with the page's own key. */
export async function state(page) {
  return page.evaluate(async () => {
    const id = location.hash.split('/')[2];
    const key = JSON.parse(localStorage.getItem('touchstone.games')).find((g) => g.id === id).key;
    const st = globalThis.__last && globalThis.__away ? globalThis.__last : await fetch(`/api/v1/games/${id}`, { headers: { authorization: `Bearer ${key}` } }).then((r) => r.json()).catch(() => globalThis.__last);
    globalThis.__last = st;
    const flip = (st.legal ?? []).find((m) => m.slice(0, 2) === m.slice(2, 4));
    return { legal: st.legal, verdict: st.verdict, turn: st.turn, kind: st.kind, ply: st.ply, position: st.position, dests: flip ? flip.slice(0, 2) : null };
  });
}

export async function myTurn(page) {
  await page.waitForFunction(() => /yours|over/.test(document.querySelector('.status')?.className ?? ''), null, { timeout: 30_000 });
  const st = await state(page);
  return st;
}

/** The touches of a decision. */
function touches(kind, move) {
  if (/pass/.test(move)) return null;
  if (kind === 'go') {
    const sq = move.trim().split(/\s+/).at(-1);
    return [[sq, sq, '']];
  }
  return move.split(',').map((m) => {
    const x = /^([a-i]\d+)([a-i]\d+)(.*)$/.exec(m);
    return [x[1], x[2], x[3]];
  });
}

async function press(page, square, touch) {
  const cell = page.locator(`[data-square="${square}"]`);
  const box = await cell.boundingBox();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  if (touch) await page.touchscreen.tap(...at);
  else await page.mouse.click(...at);
}

async function promotion(page, letter) {
  if (!letter) return;
  const dialog = page.locator('dialog.chooser[open]');
  if (await dialog.count()) await dialog.locator(`[data-value="${letter}"]`).click();
}

async function pass(page) {
  await page.click('#pass');
}

/** Plays up to `most` own moves; every other one is dragged. */
export async function playByMouse(page, most, touch = false) {
  for (let k = 0; k < most; k++) {
    const st = await myTurn(page);
    if (st.verdict) return;
    const mv = st.legal[(k * 7919 + st.ply * 31) % st.legal.length];
    const list = touches(st.kind, mv);
    if (!list) await pass(page);
    else {
      for (const [from, to, promo] of list) {
        if (!touch && k % 2 === 1 && from !== to) {
          const a = await page.locator(`[data-square="${from}"]`).boundingBox();
          const b = await page.locator(`[data-square="${to}"]`).boundingBox();
          await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
          await page.mouse.down();
          await page.mouse.move((a.x + b.x) / 2 + a.width / 2, (a.y + b.y) / 2 + a.height / 2);
          await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
          await page.mouse.up();
        } else {
          await press(page, from, touch);
          // A tile that might also be moved turns at the second press.
          const acts = from === to && !(await ply(page, st.ply));
          if (from !== to || acts) await press(page, to, touch);
        }
        await promotion(page, promo);
      }
    }
    await page.waitForFunction((n) => document.querySelectorAll('.moves li').length > n || /over/.test(document.querySelector('.status')?.className ?? ''), st.ply);
  }
}

async function ply(page, n) {
  return page.waitForFunction((p) => document.querySelectorAll('.moves li').length > p, n, { timeout: 1500 }).then(() => true, () => false);
}

/** Goes to a square with the arrow keys, by what the screen shows. */
async function walk(page, square) {
  await page.locator('.cell[tabindex="0"]').focus();
  for (let guard = 0; guard < 60; guard++) {
    const [dx, dy] = await page.evaluate((sq) => {
      const here = document.activeElement;
      const there = document.querySelector(`[data-square="${sq}"]`);
      return [Number(there.getAttribute('x')) - Number(here.getAttribute('x')), Number(there.getAttribute('y')) - Number(here.getAttribute('y'))];
    }, square);
    if (dx === 0 && dy === 0) return;
    await page.keyboard.press(dx > 0 ? 'ArrowRight' : dx < 0 ? 'ArrowLeft' : dy > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  assert.fail(`the keyboard did not reach ${square}`);
}

export async function playByKeys(page, most) {
  for (let k = 0; k < most; k++) {
    const st = await myTurn(page);
    if (st.verdict) return;
    const mv = st.legal[(k * 104729 + 3) % st.legal.length];
    const list = touches(st.kind, mv);
    if (!list) {
      await page.locator('#pass').focus();
      await page.keyboard.press('Enter');
    } else {
      for (const [from, to, promo] of list) {
        await walk(page, from);
        await page.keyboard.press('Enter');
        if (from !== to || !(await ply(page, st.ply))) {
          await walk(page, to);
          await page.keyboard.press(k % 2 ? 'Enter' : ' ');
        }
        if (promo && (await page.locator('dialog.chooser[open]').count())) {
          await page.locator(`dialog.chooser [data-value="${promo}"]`).focus();
          await page.keyboard.press('Enter');
        }
      }
    }
    await page.waitForFunction((n) => document.querySelectorAll('.moves li').length > n || /over/.test(document.querySelector('.status')?.className ?? ''), st.ply);
  }
}

/** Gives the game up, unless it is over. */
export async function finish(page, byKeys = false) {
  const over = await page.evaluate(() => /over/.test(document.querySelector('.status')?.className ?? ''));
  if (!over) {
    page.once('dialog', (d) => void d.accept());
    if (byKeys) {
      await page.locator('#resign').focus();
      await page.keyboard.press('Enter');
    } else await page.click('#resign');
  }
  await page.waitForSelector('.status.over');
  await page.waitForSelector('#review');
}
