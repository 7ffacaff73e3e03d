/**
 * @file The page of `sinew view`: wires the connection to picture, plots, panel and gallery.
 */
import { Connection } from './net/connection.js';
import { Panels } from './plot/panels.js';
import { Stage } from './view/stage.js';
import { Pointer } from './view/pointer.js';
import { Controls } from './ui/controls.js';
import { $ } from './ui/dom.js';
import { Gallery } from './ui/gallery.js';
import { bindings } from './ui/bindings.js';
import { startKeys } from './ui/keys.js';
import { Labels } from './ui/labels.js';
import { Legend } from './ui/legend.js';
import { startTheme } from './ui/theme.js';
import { banner, toast } from './ui/toast.js';
import { Tools } from './ui/tools.js';
import { Transport } from './ui/transport.js';
import { startWindow } from './ui/window.js';

const say = (word, fields) => connection.say(word, fields);

const stage = new Stage($('picture'), {
  seen: (serial) => say('seen', { serial }),
  drawn: () => {
    const [pane] = stage.panes;
    if (!pane) return;
    transport.drawn(pane.time);
    legend.update(stage.scenes[0]);
    // A simulation that runs is always at the end of its plots.
    panels.now(transport.status.playing && transport.status.live ? null : pane.time);
  },
});
if (!stage.renderer) toast('This browser draws no WebGL, so there is no picture; plots, numbers and controls work.', 'fault');
const panels = new Panels();
const transport = new Transport(say);
const controls = new Controls(say);
const tools = new Tools(stage, say);
const legend = new Legend(stage.range);
const labels = new Labels();
const gallery = new Gallery((name) => {
  document.body.classList.add('loading');
  say('load', { scene: name });
});
const pointer = new Pointer(stage, {
  mayGrab: () => !tools.locked && transport.status.live && stage.scenes[0]?.kind === 'live',
  grab: (pane, vertex, point) => say('grab', { pane, vertex, point }),
  drag: (point) => say('drag', { point }),
  release: () => say('release'),
});
const toggleTheme = startTheme((css, paint) => {
  stage.setPaint(paint);
  panels.paint(css);
});
const app = { stage, panels, transport, controls, tools, gallery, pointer, toggleTheme, say };
startKeys(bindings(app));
startWindow(app);

/** What the page does on each word of the server. */
const words = {
  hello(message) {
    controls.setIntegrators(message.integrators);
    gallery.setScenes(message.scenes, message.start);
    $('version').textContent = message.version;
    if (!message.start && !stage.scenes[0]) gallery.open();
  },
  scene(scene) {
    document.body.classList.remove('loading', 'empty');
    pointer.letGo();
    stage.setScene(scene);
    controls.setScene(scene);
    labels.setScene(scene);
    if (scene.pane > 0) return;
    transport.setScene(scene);
    tools.suit(scene);
    panels.panes(scene.panes);
  },
  records: (message) => panels.records(message),
  event(message) {
    panels.event(message);
    labels.event(message);
  },
  status(status) {
    transport.update(status);
    tools.showColour(status.colour ?? tools.colour);
  },
  fault(message) {
    document.body.classList.remove('loading');
    controls.refused();
    toast(message.text, 'fault');
  },
  saved: (message) => toast(`Saved to ${message.folder}`),
  ended: (message) => toast(message.text),
};

const connection = new Connection({
  opened: () => banner(null),
  lost: (sentence) => {
    pointer.letGo();
    banner(sentence);
  },
  said: (message) => words[message.say]?.(message),
  topology: (topology) => stage.setTopology(topology),
  frame: (frame) => stage.setFrame(frame),
});
