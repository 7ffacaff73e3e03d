// The committed bundle is what the sources give, byte for byte, and asks nothing of any other host.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('..', import.meta.url));

test('dist/ is up to date', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'sinew-page-'));
  try {
    execFileSync(process.execPath, [join(page, 'build.mjs'), fresh]);
    assert.deepEqual(readdirSync(fresh).sort(), readdirSync(join(page, 'dist')).sort());
    for (const file of readdirSync(fresh)) {
      const same = readFileSync(join(fresh, file)).equals(readFileSync(join(page, 'dist', file)));
      assert.ok(same, `dist/${file} is not what src/ gives: run 'npm run build' in crates/sinew-viewer/page`);
    }
  } finally {
    rmSync(fresh, { recursive: true });
  }
});

test('the page has no inline script or style and no foreign address', () => {
  const html = readFileSync(join(page, 'dist/index.html'), 'utf8');
  assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  const foreign = (html + readFileSync(join(page, 'dist/viewer.css'), 'utf8')).replaceAll('http://www.w3.org/2000/svg', '').match(/https?:\/\/[^'" )]+/g);
  assert.equal(foreign, null);
});

test('the licence of three.js goes along, and the lock file names no registry', () => {
  assert.match(readFileSync(join(page, 'dist/viewer.js'), 'utf8').slice(0, 2000), /three\.js authors[\s\S]*Permission is hereby granted/);
  assert.doesNotMatch(readFileSync(join(page, 'package-lock.json'), 'utf8'), /"resolved"|https?:\/\/(?!(opencollective|github|www\.patreon|feross))/);
});

test('every module stays small', () => {
  for (const file of readdirSync(join(page, 'src'), { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const lines = readFileSync(join(page, 'src', file), 'utf8').split('\n').length;
    assert.ok(lines <= 300, `src/${file} has ${lines} lines`);
  }
});
