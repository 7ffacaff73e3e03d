/**
 * @file Buttons of the bar: gallery, save, a link for another browser, theme, help; and what folds away on small screens.
 */
import { startDivider } from './divider.js';
import { $ } from './dom.js';
import { toast } from './toast.js';

/** @param {object} app */
export function startWindow({ stage, gallery, toggleTheme, say }) {
  const gallerySoon = () => gallery.toggle(stage.scenes[0]?.name);
  $('open-gallery').addEventListener('click', gallerySoon);
  $('invite').addEventListener('click', gallerySoon);
  $('save').addEventListener('click', () => say('save'));
  $('share').addEventListener('click', share);
  $('theme').addEventListener('click', toggleTheme);
  $('open-help').addEventListener('click', () => $('help').showModal());
  startDivider();
  fold('toggle-plots', 'no-plots');
  fold('toggle-panel', 'no-panel');
  for (const tab of document.querySelectorAll('[data-tab]')) {
    tab.addEventListener('click', () => {
      document.body.dataset.shown = tab.dataset.tab;
      for (const other of document.querySelectorAll('[data-tab]')) other.setAttribute('aria-selected', String(other === tab));
    });
  }
}

function fold(id, name) {
  $(id).addEventListener('click', () => {
    const gone = document.body.classList.toggle(name);
    $(id).setAttribute('aria-pressed', String(!gone));
  });
}

/** A link is good for one browser; it goes to the clipboard where that is allowed. */
async function share() {
  try {
    const answer = await fetch('/link', { method: 'POST' });
    if (!answer.ok) throw new Error();
    const link = (await answer.text()).trim();
    await navigator.clipboard?.writeText(link).catch(() => {});
    toast(`For one other browser on this machine: ${link}`);
  } catch {
    toast('The server gave no link.', 'fault');
  }
}
