// The page against the real server: SINEW_LINK is the link that `sinew view beam-small` prints, SINEW_RUN_LINK that of a
// finished run. Started by crates/sinew-viewer/tests/browser.rs.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { drawnPixels, executable, launch, until } from './fixtures/browser.mjs';
import { Listener } from './fixtures/listener.mjs';

const { SINEW_LINK: link, SINEW_RUN_LINK: runLink } = process.env;
const skip = !executable ? 'chromium is not installed' : !link ? 'SINEW_LINK is not set' : false;
let browser, page, live;
before(async () => {
  if (skip) return;
  browser = await launch();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  live = new Listener(page);
});
after(async () => { await browser?.close(); });

const text = (id) => page.locator(`#${id}`).textContent();
const time = async () => Number(await text('time'));
const playing = async () => await page.locator('body.playing').count() > 0;

/** Plays until `check`, also beyond the end of the scene, where it pauses by itself; then pauses. */
async function play(check, sentence, patience = 60000) {
  await until(async () => {
    if (await check()) return true;
    if (!await playing()) await page.keyboard.press(' ');
    await page.waitForTimeout(150);
    return false;
  }, sentence, patience);
  await until(async () => {
    if (await playing()) await page.keyboard.press(' ');
    await page.waitForTimeout(250);
    return !await playing();
  }, 'it is paused', patience);
}

/** Clicks through the picture until a body is under the pointer. */
async function onBody(fraction = 0.5) {
  const box = await page.locator('#picture').boundingBox();
  for (let y = 0.15; y < 0.9; y += 0.03) {
    const at = { x: box.x + fraction * box.width, y: box.y + y * box.height };
    await page.mouse.move(at.x, at.y);
    await page.waitForTimeout(60);
    if (await page.locator('#picture').getAttribute('data-hand') === 'open') return at;
  }
  throw new Error('the pointer met no body');
}

test('without the link nothing is answered, and the link works once', { skip }, async () => {
  const { origin } = new URL(link);
  for (const path of ['/', '/viewer.js', '/pictures/beam-small.png']) assert.equal((await fetch(origin + path)).status, 401, path);
  assert.equal((await fetch(`${origin}/?token=wrong`)).status, 401);
  await page.goto(link);
  assert.equal(page.url(), `${origin}/`, 'the token is gone from the address');
  assert.equal((await fetch(link)).status, 401, 'the link is spent');
});

test('opens, draws the beam, plays and pauses', { skip }, async () => {
  await until(() => live.scenes[0], 'the scene is said', 30000);
  assert.equal(live.scenes[0].name, 'beam-small');
  await until(async () => await drawnPixels(page) > 3000, 'the beam is drawn', 30000);
  await play(async () => await time() > 0.1, 'time goes on');
  await until(() => live.rows[0].length > 5, 'records arrive');
});

test('one step is one time step', { skip }, async () => {
  await page.waitForTimeout(400);
  const before = await time();
  await page.keyboard.press('.');
  await until(async () => Math.abs(await time() - before - live.scenes[0].dt) < 1e-9, 'the clock is one step on');
});

test('a pulled vertex injects energy into the records, and the books stay closed', { skip }, async () => {
  const books = ({ total, injected, dissipated, numerical }) => total - injected + dissipated - numerical;
  const start = live.last(0);
  // Taken while it stands still, so that it is where it was seen.
  const { x, y } = await onBody();
  await page.mouse.down();
  await until(() => live.said('status').at(-1).grabbed, 'the server knows of the hand');
  await page.mouse.move(x + 60, y - 80, { steps: 10 });
  await play(() => Math.abs(live.last(0).injected - start.injected) > 1e-3, 'energy is injected');
  await page.mouse.up();
  await until(() => !live.said('status').at(-1).grabbed, 'the hand lets go');
  const released = live.rows[0].length;
  await play(() => live.rows[0].length > released + 3, 'it goes on without the hand');
  const end = live.last(0);
  const scale = Math.max(...live.rows[0].map((row) => Math.abs(row.total)), 1);
  assert.ok(Math.abs(books(end) - books(start)) < 1e-6 * scale, `${books(start)} became ${books(end)}`);
  assert.ok(live.said('event').length >= 2, 'grab and release are marked');
});

test('another integrator goes on from where it is', { skip }, async () => {
  const [resets, steps, from] = [live.resets, live.rows[0].length, live.last(0)];
  await page.selectOption('#integrator', 'bdf2');
  await play(() => live.rows[0].length > steps + 5, 'records go on');
  assert.equal(live.resets, resets, 'the plots are not cleared');
  assert.ok(live.rows[0][steps].time > from.time);
  assert.equal(await text('label-0'), 'bdf2');
});

test('a material changed while it runs is heard', { skip }, async () => {
  const events = live.said('event').length;
  await page.keyboard.press(' ');
  await page.locator('#controls input[type=text]').first().fill('2e6');
  await page.keyboard.press('Enter');
  await play(() => live.said('event').length > events, 'the change is marked');
  assert.deepEqual(live.said('fault'), []);
});

test('colours come with a legend', { skip }, async () => {
  await page.locator('#colours [data-by=stress]').click();
  await until(() => page.locator('#legend').isVisible(), 'the legend shows');
  assert.match(await text('legend-high'), /^[0-9.]+ [kMG]?Pa$/);
});

test('side by side: both panes have frames and records', { skip }, async () => {
  await page.selectOption('#compare', 'newmark');
  await until(() => page.locator('#label-1').isVisible(), 'the second pane is there', 30000);
  assert.equal(await text('label-1'), 'newmark');
  await play(() => live.rows[1].length > 5, 'records of the second arrive');
  assert.ok(live.frames[1] > 1);
  await page.selectOption('#compare', '');
  await until(async () => !(await page.locator('#label-1').isVisible()), 'one pane again', 30000);
});

test('the gallery shows pictures and loads a scene', { skip }, async () => {
  await page.keyboard.press('g');
  await page.fill('#search', 'swinging-rope');
  const card = page.locator('[data-scene=swinging-rope]');
  await until(() => card.locator('img').evaluate((img) => img.complete && img.naturalWidth > 0), 'the picture is there', 30000);
  await card.click();
  await until(() => live.scenes[0].name === 'swinging-rope', 'the scene is said', 30000);
  await until(async () => await drawnPixels(page) > 100, 'the rope is drawn');
  assert.deepEqual(live.said('fault'), []);
  assert.deepEqual(live.faults, []);
});

test('a finished run is played back', { skip: skip || (runLink ? false : 'SINEW_RUN_LINK is not set') }, async () => {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  live = new Listener(page);
  await page.goto(runLink);
  await until(() => live.scenes[0]?.kind === 'run', 'the run is said', 30000);
  await until(async () => await drawnPixels(page) > 500, 'its first frame is drawn');
  assert.ok(await page.locator('#integrator').isDisabled());
  await page.keyboard.press(' ');
  await until(async () => await time() > 0.05, 'time goes on', 20000);
  await until(() => live.rows[0].length > 5, 'its records arrive');
  const frames = live.said('status').at(-1).frames;
  await page.locator('#scrub').fill(String(frames - 1));
  await until(() => live.said('status').at(-1).frame === frames - 1, 'the last frame is shown');
  assert.deepEqual(live.faults, []);
});
