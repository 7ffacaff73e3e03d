/**
 * @file The websocket: words out, words and frames in, and coming back after the server was gone.
 */
import { decode } from './wire.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

export class Connection {
  /**
   * @param {{said:(message:object)=>void, topology:Function, frame:Function, opened:()=>void, lost:(sentence:string)=>void}} on
   */
  constructor(on) {
    this.on = on;
    this.wait = FIRST_WAIT;
    this.socket = null;
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.wait = FIRST_WAIT;
      this.on.opened();
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') return this.on.said(JSON.parse(data));
      const message = decode(data);
      if (message?.kind === 'frame') this.on.frame(message.frame);
      else if (message?.kind === 'topology') this.on.topology(message.topology);
    };
    socket.onclose = async ({ code, reason }) => {
      this.on.lost(await sentence(wasOpen, code, reason));
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** Says a word to the server; words said while there is no server are lost, and the banner says so. */
  say(word, fields = {}) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: word, ...fields }));
  }
}

/** Why the connection is not there, and what to do: the handshake itself tells a browser nothing, so ask for the page. */
async function sentence(wasOpen, code, reason) {
  if (code === 1008 || code === 1009) return `The server closed the connection: ${reason || 'too many or too large messages'}. Connecting again…`;
  try {
    const answer = await fetch('/viewer.css', { method: 'HEAD', cache: 'no-store' });
    if (answer.status === 401) return 'This window is not known to the server: open the link that `sinew view` printed.';
    if (!wasOpen && answer.ok) return 'The server takes no more windows: close one of the others. Trying again…';
  } catch {
    return 'The server is gone: start `sinew view` again, or open its new link. Trying to connect…';
  }
  return 'The connection was lost. Connecting again…';
}
