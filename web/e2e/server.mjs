// The board as a process of its own, on a free port, with its own database.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;

/** The newest binary there is, unless TOUCHSTONE_BIN names one. */
export function binary() {
  const named = process.env.TOUCHSTONE_BIN;
  if (named) return { file: named, args: (listen, db) => ['serve', '--listen', listen, '--database', db, '--rate', '100000'] };
  const found = [
    { file: `${root}target/release/touchstone`, cli: true }, { file: `${root}target/debug/touchstone`, cli: true },
    { file: `${root}target/debug/examples/board`, cli: false },
  ].filter((x) => existsSync(x.file)).sort((a, b) => statSync(b.file).mtimeMs - statSync(a.file).mtimeMs)[0];
  if (!found) return null;
  // Those who work on the page have it served from disk: E2E_PAGE=1.
  const page = process.env.E2E_PAGE ? `${root}web/dist` : '';
  return {
    file: found.file,
    args: (listen, db) => (found.cli
      ? ['serve', '--listen', listen, '--database', db, '--rate', '100000', ...(page ? ['--page', page] : [])]
      : [listen, db, '100000', ...(page ? [page] : [])]),
  };
}

export async function start(db, listen = '127.0.0.1:0') {
  const bin = binary();
  const child = spawn(bin.file, bin.args(listen, db), { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (d) => {
      text += d;
      const m = /(http:\/\/\S+?)\/\s/.exec(text);
      if (m) resolve(m[1]);
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  return {
    url, pid: child.pid,
    stop: (signal = 'SIGKILL') => new Promise((done) => {
      if (child.exitCode !== null) done();
      child.on('exit', done);
      child.kill(signal);
    }),
  };
}
