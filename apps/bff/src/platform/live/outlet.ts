import type { Writable } from 'node:stream';

/** Bytes that may wait for a client. Past them it gets nothing more until it has read them. */
const BEHIND_BYTES = 256 * 1024;
/** A client that reads nothing for so long is let go; it reconnects. */
const PATIENCE_MS = 30_000;

/**
 * The way to one client. A slow one's frames are dropped rather than kept for it: once it reads again it is told to
 * read its rows anew.
 */
export class Outlet {
  private behindSince: number | null = null;

  /** `resync` is what a client is told that has missed frames; `now` answers ms. */
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
    if (this.out.writableLength > BEHIND_BYTES) this.behindSince = this.now();
  }

  /** Keeps the connection known to be alive, or ends one that nobody reads. */
  ping(): void {
    if (this.behindSince !== null && this.now() - this.behindSince > PATIENCE_MS) this.out.destroy();
    else this.send(': ping\n\n');
  }

  private caughtUp(): void {
    if (this.behindSince === null) return;
    this.behindSince = null;
    this.send(this.resync());
  }
}
