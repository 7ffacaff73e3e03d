// Fewer pixels while pictures come slowly, all of them when they come fast, and a pause is no slow picture.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sharpness } from '../src/view/sharpness.js';

/** Draws pictures at a steady pace. */
function draw(sharpness, pictures, gap, from = 1000) {
  let now = from;
  for (let k = 0; k < pictures; k++) sharpness.offer(now += gap);
  return now;
}

test('slow pictures lose pixels, fast ones get them back', () => {
  const sharpness = new Sharpness();
  const now = draw(sharpness, 200, 80);
  assert.equal(sharpness.share, 0.35);
  draw(sharpness, 200, 16, now);
  assert.equal(sharpness.share, 1);
});

test('a pace between keeps what there is', () => {
  const sharpness = new Sharpness();
  draw(sharpness, 200, 28);
  assert.equal(sharpness.share, 1);
});

test('single steps are pauses', () => {
  const sharpness = new Sharpness();
  draw(sharpness, 50, 900);
  assert.equal(sharpness.share, 1);
});
