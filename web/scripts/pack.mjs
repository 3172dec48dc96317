// Packs the built page, so that the server sends it compressed without work,
// and fails if the first page has become too large.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const limit = 200 * 1024;
const root = new URL('../dist', import.meta.url).pathname;
let total = 0;

function walk(dir) {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (/\.(html|js|css|svg|json)$/.test(name)) pack(path);
  }
}

function pack(path) {
  const bytes = readFileSync(path);
  const zipped = gzipSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${path}.gz`, zipped);
  writeFileSync(`${path}.br`, brotli);
  total += zipped.length;
}

walk(root);
console.log(`page: ${total} bytes gzipped, limit ${limit}`);
if (total > limit) {
  console.error('the page is larger than its limit');
  process.exit(1);
}
