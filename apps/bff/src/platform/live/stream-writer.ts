import type { Writable } from 'node:stream';

/** Bytes that may be buffered for a client; past them its events are dropped until it has read them. */
const MAX_BACKLOG_BYTES = 256 * 1024;
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000;

/** Writes events to one client. A slow client's events are dropped; once it reads again, it gets a resync event. */
export class StreamWriter {
  private behindSince: number | null = null;

  /** `resync` returns the event for a client that missed some; `now` returns milliseconds. */
  constructor(
    private readonly out: Writable,
    private readonly resync: () => string,
    private readonly now: () => number = () => performance.now(),
  ) {
    out.on('drain', () => this.caughtUp());
  }

  send(text: string | Buffer): void {
    if (this.behindSince !== null) return;
    this.out.write(text);
    if (this.out.writableLength > MAX_BACKLOG_BYTES) this.behindSince = this.now();
  }

  /** Sends a heartbeat, or closes a connection whose client has stopped reading. */
  ping(): void {
    if (this.behindSince !== null && this.now() - this.behindSince > STALLED_MS) this.out.destroy();
    else this.send(': ping\n\n');
  }

  private caughtUp(): void {
    if (this.behindSince === null) return;
    this.behindSince = null;
    this.send(this.resync());
  }
}
