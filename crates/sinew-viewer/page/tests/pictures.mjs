// Makes the pictures of docs/images from a running server: node tests/pictures.mjs LINK FOLDER
import { join } from 'node:path';
import { launch, until } from './fixtures/browser.mjs';

const [link, folder] = process.argv.slice(2);
const browser = await launch();
const wide = { viewport: { width: 1160, height: 740 } };
let next = link;

/** A fresh window on the same server; each link is good for one. */
async function open(options) {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(next);
  await page.waitForSelector('.card', { state: 'attached' });
  next = await page.evaluate(async () => (await (await fetch('/link', { method: 'POST' })).text()).trim());
  return page;
}

const time = async (page) => Number(await page.locator('#time').textContent());

/** Loads a scene and plays it up to a time. */
async function play(page, scene, colour, seconds, before = async () => {}) {
  if (!await page.locator('#gallery').isVisible()) await page.click('#open-gallery');
  await page.fill('#search', scene);
  await page.click(`[data-scene=${scene}]`);
  await until(async () => (await page.locator('#scene-name').textContent()) === scene, `${scene} is there`, 60000);
  await page.click(`#colours [data-by=${colour}]`);
  await before();
  await page.click('#play');
  await until(async () => await time(page) > seconds, `${seconds} s are done`, 300000);
  await page.click('#play');
  await page.waitForTimeout(1200);
}

const shoot = (page, name) => page.screenshot({ path: join(folder, `viewer-${name}.png`) });

/** Takes hold of the first body met on the way down and pulls it aside. */
async function pull(page, across, by) {
  const box = await page.locator('#picture').boundingBox();
  for (let y = 0.1; y < 0.9; y += 0.04) {
    const at = [box.x + across * box.width, box.y + y * box.height];
    await page.mouse.move(...at);
    await page.waitForTimeout(80);
    if (await page.locator('#picture').getAttribute('data-hand') !== 'open') continue;
    await page.mouse.down();
    await page.mouse.move(at[0] + by[0], at[1] + by[1], { steps: 12 });
    return;
  }
}

let page = await open(wide);
await play(page, 'beam-small', 'stress', 0.25);
await page.keyboard.press('f');
await page.waitForTimeout(600);
await pull(page, 0.62, [90, -110]);
await page.keyboard.press(' ');
await until(async () => await time(page) > 0.9, 'it was pulled for a while', 300000);
await page.keyboard.press(' ');
await page.waitForTimeout(1000);
await shoot(page, 'live');
await page.mouse.up();
await page.context().close();

page = await open({ ...wide, colorScheme: 'dark' });
await play(page, 'untwisting-cuboid', 'strain', 0.3, () => page.selectOption('#compare', 'energy-momentum'));
await shoot(page, 'compare');
await page.click('#open-gallery');
await page.fill('#search', '');
await until(() => page.evaluate(() => [...document.querySelectorAll('.card img')].slice(0, 12).every((img) => img.complete && img.naturalWidth > 0)), 'the first pictures are drawn', 120000);
await shoot(page, 'gallery');
await page.context().close();

page = await open({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
await play(page, 'hanging-cloth', 'speed', 0.5);
await page.click('#frame-view');
await page.waitForTimeout(800);
await shoot(page, 'phone');
await browser.close();
