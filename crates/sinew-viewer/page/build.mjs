// Builds dist/ from src/, index.html and style.css. The output depends on nothing but these and the locked packages:
// no dates, no paths, no maps; a test builds again and compares bytes.
import { build } from 'esbuild';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');

// The licence of three.js asks to go along with every copy.
const licence = (await readFile(join(here, 'node_modules/three/LICENSE'), 'utf8')).trim();
const banner = `/*! Viewer of Sinew, MIT OR Apache-2.0. Contains three.js:\n${licence}\n*/`;

await mkdir(out, { recursive: true });
const common = { absWorkingDir: here, bundle: true, minify: true, legalComments: 'inline', charset: 'utf8', logLevel: 'warning' };
await build({ ...common, entryPoints: ['src/main.js'], outfile: join(out, 'viewer.js'), format: 'esm', target: 'es2022', banner: { js: banner } });
await build({ ...common, entryPoints: ['style.css'], outfile: join(out, 'viewer.css'), target: ['chrome111', 'firefox113', 'safari16.4'] });
await copyFile(join(here, 'index.html'), join(out, 'index.html'));
