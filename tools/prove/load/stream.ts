import { setTimeout as delay } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

const RETRY_MS = 300;

/** One change in the live stream. */
interface Change {
  topic: string;
  id: number;
  row?: { name?: string };
}

/** A live stream of tasks that reconnects at the next server whenever it ends. */
export class TaskStream {
  /** The most recently received name of each task. */
  readonly names = new Map<number, string>();
  /** Duration of each reconnection in milliseconds. */
  readonly reopened: number[] = [];
  /** Whether rows must be read again; the reader resets it. */
  isStale = true;
  private readonly servers: readonly string[];
  private readonly token: () => string;
  private readonly ended = new AbortController();
  private serverIndex: number;
  private lastId: string | null = null;
  private readonly done: Promise<void>;

  constructor(servers: readonly string[], turn: number, token: () => string) {
    this.servers = servers;
    this.serverIndex = turn;
    this.token = token;
    this.done = this.reconnectLoop();
  }

  async close(): Promise<void> {
    this.ended.abort();
    await this.done;
  }

  private async reconnectLoop(): Promise<void> {
    let lost = performance.now();
    for (let first = true; !this.ended.signal.aborted;) {
      const opened = await this.open(() => {
        if (!first) this.reopened.push(performance.now() - lost);
        first = false;
      });
      if (opened) lost = performance.now();
      this.serverIndex += 1;
      await delay(RETRY_MS);
    }
  }

  /** Reads until the stream ends or is silent for 20 s; returns whether it was opened. */
  private async open(began: () => void): Promise<boolean> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), 20_000);
    let isOpen = false;
    try {
      const answer = await fetch(`${this.servers[this.serverIndex % this.servers.length]}/api/stream`, {
        headers: {
          Authorization: `Bearer ${this.token()}`,
          ...(this.lastId && { 'Last-Event-ID': this.lastId }),
        },
        signal: AbortSignal.any([this.ended.signal, silence.signal]),
      });
      if (!answer.ok || !answer.body) return false;
      isOpen = true;
      began();
      const parser = createParser({
        onId: (id) => (this.lastId = id),
        onEvent: (message) => this.apply(message),
      });
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), 20_000);
        parser.feed(piece);
      }
    } catch {
      // The caller reconnects.
    } finally {
      clearTimeout(timer);
    }
    return isOpen;
  }

  private apply({ event, data }: EventSourceMessage): void {
    if (event === 'resync' || event === 'ready') this.isStale = true;
    if (event) return;
    const { topic, id, row } = JSON.parse(data) as Change;
    if (topic === 'tasks' && row?.name !== undefined) this.names.set(id, row.name);
  }
}
