/** The socket: opened again with growing pauses when it is lost, and quiet about what it cannot read. */

import type { Request, ServerMessage } from "./protocol";

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;

export interface Listener {
  opened(): void;
  /** The connection is gone; the next attempt is made in so many milliseconds. */
  lost(pause: number): void;
  message(message: ServerMessage): void;
  binary(buffer: ArrayBuffer): void;
  fault(error: unknown): void;
}

export class Link {
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer = 0;
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#open();
    // Somebody who comes back to the tab should not wait for the longest pause.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.#socket) this.#open();
    });
  }

  get connected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends, if there is somebody to send to. */
  send(request: Request): boolean {
    if (!this.connected) return false;
    this.#socket?.send(JSON.stringify(request));
    return true;
  }

  #open(): void {
    clearTimeout(this.#timer);
    const address = new URL("socket", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      this.#listener.opened();
    };
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#listener.lost(this.#pause);
      this.#timer = window.setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 1.8, LONGEST_PAUSE);
    };
  }

  #receive(data: unknown): void {
    try {
      if (typeof data === "string") this.#listener.message(JSON.parse(data) as ServerMessage);
      else this.#listener.binary(data as ArrayBuffer);
    } catch (error) {
      this.#listener.fault(error);
    }
  }
}
