// How fast a scene is stepped and drawn, and what memory the server takes: node tests/rate.mjs LINK PID SECONDS
// LINK is what `sinew view SCENE --no-open` printed, PID its process. A line every ten seconds; no test, it asserts nothing.
import { readFileSync } from 'node:fs';
import { launch } from './fixtures/browser.mjs';

const [link, pid, seconds] = process.argv.slice(2);
const browser = await launch();
const page = await (await browser.newContext({ viewport: { width: 1000, height: 640 } })).newPage();
await page.goto(link);
await page.waitForSelector('#play');
await page.waitForTimeout(3000);
await page.click('#play');

const number = async (id) => Number(await page.locator(id).textContent());
const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
for (let k = 0; k < Number(seconds) / 10; k++) {
  const [time, clock] = [await number('#time'), performance.now()];
  await page.waitForTimeout(10000);
  const rate = (await number('#time') - time) / ((performance.now() - clock) / 1000);
  console.log(`${rate.toFixed(3)} simulated s a second, ${await number('#fps')} pictures a second, ${megabytes().toFixed(0)} MB`);
}
await browser.close();
