// The page in a browser, against the mock server.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { drawnPixels, executable, launch, open, until } from './fixtures/browser.mjs';
import { Mock } from './mock.mjs';

const skip = executable ? false : 'chromium is not installed';
let browser;
before(async () => { if (executable) browser = await launch(); });
after(async () => { await browser?.close(); });

/** Runs `act` on a fresh page and mock; there must be nothing on the console, unless it is `loud`. */
function check(name, options, act) {
  test(name, { skip }, async (t) => {
    const mock = await Mock.start(options.mock);
    const page = await open(browser, mock.url, options.page, options.prepare);
    try {
      if (options.mock?.start !== null) await until(() => mock.words('seen').length > 0, 'a frame is drawn');
      await act(page, mock, t);
      if (!options.loud) assert.deepEqual(page.faults, []);
    } finally {
      await page.context().close();
      await mock.close();
    }
  });
}

const heard = (mock, word, count = 1) => until(() => mock.words(word).length >= count, `the server hears '${word}'`);
const text = (page, id) => page.locator(`#${id}`).textContent();
/** Somewhere on the bar of the mock, in the middle of the picture. */
async function onBody(page) {
  const box = await page.locator('#picture').boundingBox();
  for (let y = 0.2; y < 0.8; y += 0.05) {
    await page.mouse.move(box.x + 0.5 * box.width, box.y + y * box.height);
    await page.waitForTimeout(60);
    if (await page.locator('#picture').getAttribute('data-hand') === 'open') return { x: box.x + 0.5 * box.width, y: box.y + y * box.height };
  }
  throw new Error('the pointer met no body');
}

check('draws the body, plots and numbers without a word on the console', {}, async (page, mock) => {
  assert.ok(await drawnPixels(page) > 5000);
  assert.match(await text(page, 'scene-size'), /650 vertices/);
  await page.keyboard.press(' ');
  await heard(mock, 'play');
  await until(async () => Number(await text(page, 'time')) > 0.2, 'time goes on');
  await until(async () => (await page.locator('.chip output').first().textContent()) !== '–', 'the plots have points');
  const inked = await page.locator('#plots canvas').first().evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((sum, byte, k) => sum + (k % 4 === 3 && byte > 0 ? 1 : 0), 0);
  });
  assert.ok(inked > 500, `${inked} pixels of the energy plot are inked`);
});

check('colours have a legend with unit and numbers', {}, async (page, mock) => {
  assert.equal(await page.locator('#legend').isVisible(), false);
  await page.keyboard.press('3');
  await heard(mock, 'colour');
  await until(() => page.locator('#legend').isVisible(), 'the legend shows');
  assert.equal(await text(page, 'legend-name'), 'stress');
  assert.match(await text(page, 'legend-high'), /^[0-9.]+ kPa$/);
  await page.keyboard.press('c');
  await heard(mock, 'colour', 2);
  assert.equal(mock.words('colour')[1].by, 'energy');
  await page.keyboard.press('0');
  await until(async () => !(await page.locator('#legend').isVisible()), 'the legend goes');
});

check('the keyboard does what the help says', {}, async (page, mock) => {
  for (const [key, word] of [['.', 'step'], ['r', 'restart'], [' ', 'play']]) {
    await page.keyboard.press(key);
    await heard(mock, word);
  }
  await until(() => page.locator('body.playing').count(), 'it plays');
  await page.keyboard.press(' ');
  await heard(mock, 'pause');
  await page.keyboard.press('w');
  assert.equal(await page.locator('#wireframe').getAttribute('aria-pressed'), 'true');
  const before = await page.locator('#picture').screenshot();
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(300);
  assert.ok(!before.equals(await page.locator('#picture').screenshot()), 'an arrow turns the picture');
  await page.keyboard.press('?');
  assert.ok(await page.locator('#help').isVisible());
  assert.ok(await page.locator('#keys div').count() > 15);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  assert.ok(await page.locator('#gallery').isVisible());
});

check('a drag on the body grabs, drags and releases; on the background it orbits', {}, async (page, mock) => {
  const { x, y } = await onBody(page);
  await page.mouse.down();
  await heard(mock, 'grab');
  await page.mouse.move(x + 40, y - 30, { steps: 8 });
  await heard(mock, 'drag');
  await page.mouse.up();
  await heard(mock, 'release');
  const [grab] = mock.words('grab');
  assert.equal(grab.pane, 0);
  assert.ok(Number.isInteger(grab.vertex) && grab.vertex < 650);
  const { point } = mock.words('drag').at(-1);
  assert.ok(Math.hypot(...point.map((u, k) => u - grab.point[k])) > 0.02, 'the point moved');
  assert.ok(mock.words('drag').length <= 9, 'at most one drag a picture');
  await page.mouse.move(120, 400);
  await page.mouse.down();
  await page.mouse.move(200, 420, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('l');
  const again = await page.locator('#picture').boundingBox();
  await page.mouse.move(again.x + again.width / 2, again.y + again.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  assert.equal(mock.words('grab').length, 1, 'neither the background nor a locked hand grabs');
});

check('a finger grabs too, and a phone shows everything', { page: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true } }, async (page, mock) => {
  const session = await page.context().newCDPSession(page);
  const box = await page.locator('#picture').boundingBox();
  const touch = (type, x, y) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  for (let f = 0.25; f < 0.75 && mock.words('grab').length === 0; f += 0.05) {
    const [x, y] = [box.x + 0.5 * box.width, box.y + f * box.height];
    await touch('touchStart', x, y);
    await page.waitForTimeout(80);
    if (mock.words('grab').length > 0) {
      await touch('touchMove', x + 20, y + 20);
      await heard(mock, 'drag');
    }
    await touch('touchEnd');
  }
  await heard(mock, 'release');
  await page.tap('[data-tab=panel]');
  assert.ok(await page.locator('#integrator').isVisible());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `nothing sticks out: ${wide}`);
});

check('dark by the system, light by the button', { page: { colorScheme: 'dark' } }, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), 'rgb(18, 22, 27)');
  await page.click('#theme');
  assert.equal(await ground(), 'rgb(236, 238, 241)');
  await page.reload();
  assert.equal(await ground(), 'rgb(236, 238, 241)', 'the choice is remembered');
});

check('the gallery opens when nothing is given, searches and loads', { mock: { start: null } }, async (page, mock) => {
  await until(() => page.locator('#gallery').isVisible(), 'the gallery opens');
  assert.equal(await page.locator('.card').count(), 4);
  await page.fill('#search', 'ROPE basics');
  assert.equal(await page.locator('.card:visible').count(), 1);
  await page.fill('#search', 'no such scene');
  assert.ok(await page.locator('#nothing').isVisible());
  await page.fill('#search', 'tiny');
  await page.click('.card:visible');
  await heard(mock, 'load');
  assert.equal(mock.words('load')[0].scene, 'tiny');
  await until(async () => /smallest bar/.test(await text(page, 'scene-title')), 'the scene is there');
});

check('controls: integrator, time step, sliders and typed values', {}, async (page, mock) => {
  await page.selectOption('#integrator', 'bdf2');
  await page.click('#dt-halve');
  await page.fill('input[type=text][data-key=young]', '2.5e7');
  await page.keyboard.press('Enter');
  await page.locator('input[type=range][data-key=poisson]').fill('500');
  await heard(mock, 'set', 4);
  assert.deepEqual(mock.words('set').map(({ key, value }) => [key, value]), [['integrator', 'bdf2'], ['dt', 0.005], ['young', 2.5e7], ['poisson', 0.245]]);
  assert.equal(await text(page, 'label-0'), 'bdf2');
  await page.fill('input[type=text][data-key=young]', 'stiff');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('input[type=text][data-key=young]').getAttribute('aria-invalid'), 'true');
  assert.equal(mock.words('set').length, 4, 'what is no number is not said');
  mock.refuse = 3e7;
  await page.fill('input[type=text][data-key=young]', '3e7');
  await page.keyboard.press('Enter');
  await until(async () => (await page.inputValue('input[type=text][data-key=young]')) === '2.5e7', 'a refused value is taken back');
});

check('side by side: two labelled panes, two line styles, grabbing on the right is pane 1', {}, async (page, mock) => {
  await page.selectOption('#compare', 'newmark');
  await heard(mock, 'compare');
  await until(() => page.locator('#label-1').isVisible(), 'the second label shows');
  assert.equal(await text(page, 'label-1'), 'newmark');
  await page.keyboard.press(' ');
  await until(async () => /┊/.test(await page.locator('.chip output').first().textContent()), 'both values are read');
  await page.keyboard.press(' ');
  const box = await page.locator('#picture').boundingBox();
  for (let f = 0.2; f < 0.8 && mock.words('grab').length === 0; f += 0.04) {
    await page.mouse.move(box.x + 0.72 * box.width, box.y + f * box.height);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(50);
  }
  assert.equal(mock.words('grab')[0]?.pane, 1);
  await page.selectOption('#compare', '');
  await until(async () => !(await page.locator('#label-1').isVisible()), 'one pane again');
});

check('the transport scrubs and sets the speed', {}, async (page, mock) => {
  await page.keyboard.press(' ');
  await until(() => mock.step > 20, 'some steps are done');
  await page.keyboard.press(' ');
  await heard(mock, 'pause');
  await page.locator('#scrub').fill('5');
  await heard(mock, 'seek');
  assert.equal(mock.words('seek')[0].frame, 5);
  await until(async () => (await text(page, 'time')) === '0.050', 'the frame of that time is shown');
  await page.selectOption('#speed', '0');
  await heard(mock, 'speed');
  assert.equal(mock.words('speed')[0].factor, 0);
});

check('a fault is a sentence that is read aloud; hovering reads values', {}, async (page, mock) => {
  for (const peer of mock.peers) peer.say('fault', { text: 'The time step must be above zero.' });
  await until(() => page.locator('#toasts .fault').count(), 'the toast shows');
  assert.equal(await page.locator('#toasts').getAttribute('aria-live'), 'assertive');
  await page.keyboard.press(' ');
  await until(() => mock.step > 30, 'some steps are done');
  const total = page.locator('.chip output').first();
  const [latest] = [await total.textContent()];
  await page.locator('#plots canvas').first().hover({ position: { x: 90, y: 60 } });
  await until(async () => (await total.textContent()) !== latest, 'the value under the cursor is shown');
});

check('finished runs are played, not pulled', { mock: { live: false } }, async (page, mock) => {
  assert.ok(await page.locator('#integrator').isDisabled());
  await page.mouse.move(500, 250);
  await page.mouse.down();
  await page.mouse.up();
  assert.equal(mock.words('grab').length, 0);
});

check('the page says when the server is gone, and comes back', { loud: true }, async (page, mock) => {
  await mock.close();
  await until(() => page.locator('#banner').isVisible(), 'the banner shows');
  assert.match(await text(page, 'banner'), /server is gone/);
  const again = await Mock.start({ port: mock.port });
  try {
    await until(async () => !(await page.locator('#banner').isVisible()), 'the banner goes', 20000);
    await until(() => again.words('seen').length > 0, 'a frame is drawn again');
  } finally {
    await again.close();
  }
});

check('ten thousand vertices: frames are drawn, those too many are dropped, none queue', { mock: { start: 'sheet' } }, async (page, mock, t) => {
  await page.keyboard.press('3');
  await page.keyboard.press(' ');
  await page.waitForTimeout(500);
  const from = mock.words('seen').length;
  const seconds = 3;
  await page.waitForTimeout(1000 * seconds);
  const drawn = mock.words('seen').length - from;
  t.diagnostic(`10 201 vertices, 20 000 triangles, software drawing: ${drawn} frames in ${seconds} s`);
  assert.ok(drawn > 0);
  for (const peer of mock.peers) assert.ok(peer.waiting.size <= 2, `${peer.waiting.size} unseen`);
});

check('nothing is drawn while nothing changes', {}, async (page, mock) => {
  await page.waitForTimeout(600);
  const before = mock.words('seen').length;
  await page.waitForTimeout(600);
  assert.equal(mock.words('seen').length, before);
  await until(async () => (await text(page, 'fps')) === '–', 'no pictures are drawn');
});

/** As in a browser that has none. */
function hideWebgl() {
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); };
}

check('without WebGL the rest of the page works', { loud: true, prepare: hideWebgl }, async (page) => {
  await until(() => page.locator('#toasts .fault').count(), 'it says so');
  await page.keyboard.press(' ');
  await until(async () => Number(await text(page, 'time')) > 0.1, 'time goes on');
});
