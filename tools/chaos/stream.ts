import { setTimeout as delay } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

const RETRY_MS = 300;

/** One row of the live stream. */
interface Change {
  topic: string;
  id: number;
  row?: { name?: string };
}

/** A browser's live stream of tasks: opened again, at the next server, whenever it ends. */
export class TaskStream {
  /** Names of tasks as the stream told them last. */
  readonly names = new Map<number, string>();
  /** How long each opening took after the one before had ended, in ms. */
  readonly reopened: number[] = [];
  /** Set when rows must be read anew; who reads them clears it. */
  stale = true;
  private readonly servers: readonly string[];
  private readonly token: () => string;
  private readonly ended = new AbortController();
  private turn: number;
  private lastId: string | null = null;
  private readonly done: Promise<void>;

  constructor(servers: readonly string[], turn: number, token: () => string) {
    this.servers = servers;
    this.turn = turn;
    this.token = token;
    this.done = this.keepOpen();
  }

  async close(): Promise<void> {
    this.ended.abort();
    await this.done;
  }

  private async keepOpen(): Promise<void> {
    let lost = performance.now();
    for (let first = true; !this.ended.signal.aborted;) {
      const opened = await this.open(() => {
        if (!first) this.reopened.push(performance.now() - lost);
        first = false;
      });
      if (opened) lost = performance.now();
      this.turn += 1;
      await delay(RETRY_MS);
    }
  }

  /** Reads until the stream ends; answers whether it had begun. A server that says nothing for long is left. */
  private async open(began: () => void): Promise<boolean> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), 20_000);
    let isOpen = false;
    try {
      const answer = await fetch(`${this.servers[this.turn % this.servers.length]}/api/stream`, {
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
      // It broke: the next one is opened.
    } finally {
      clearTimeout(timer);
    }
    return isOpen;
  }

  private apply({ event, data }: EventSourceMessage): void {
    if (event === 'resync' || event === 'ready') this.stale = true;
    if (event) return;
    const { topic, id, row } = JSON.parse(data) as Change;
    if (topic === 'tasks' && row?.name !== undefined) this.names.set(id, row.name);
  }
}
