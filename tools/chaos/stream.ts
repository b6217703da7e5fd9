import { setTimeout as delay } from 'node:timers/promises';

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
      let rest = '';
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), 20_000);
        const frames = (rest + piece).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) this.frame(frame);
      }
    } catch {
      // It broke: the next one is opened.
    } finally {
      clearTimeout(timer);
    }
    return isOpen;
  }

  private frame(text: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    this.lastId = field('id') ?? this.lastId;
    const event = field('event');
    if (event === 'resync' || event === 'ready') this.stale = true;
    const data = field('data');
    if (event || !data) return;
    const { topic, id, row } = JSON.parse(data) as Change;
    if (topic === 'tasks' && row?.name !== undefined) this.names.set(id, row.name);
  }
}
