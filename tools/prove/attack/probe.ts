import { request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Another client of the server that sends requests continuously and measures the longest wait. It runs in a separate
 * thread, so that the attack doesn't delay it.
 */
export class Probe {
  private readonly worker: Worker;

  constructor(port: number) {
    this.worker = new Worker(new URL(import.meta.url), { workerData: { port } });
  }

  /** Returns the longest wait, in milliseconds, of requests in flight since the last call. */
  takeLongestWait(): Promise<number> {
    return new Promise((resolve) => {
      this.worker.once('message', resolve);
      this.worker.postMessage('longest');
    });
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

const PAUSE_MS = 2;

function watch(port: number): void {
  let longest = 0;
  let began = performance.now();
  const sendProbe = () => {
    began = performance.now();
    const done = () => {
      longest = Math.max(longest, performance.now() - began);
      setTimeout(sendProbe, PAUSE_MS);
    };
    request(
      { host: '127.0.0.1', port, path: '/healthz', localAddress: '127.0.0.99', agent: false },
      (answer) => answer.resume().once('end', done),
    )
      .once('error', done)
      .end();
  };
  parentPort?.on('message', () => {
    parentPort?.postMessage(Math.max(longest, performance.now() - began));
    longest = 0;
  });
  sendProbe();
}

if (parentPort) watch((workerData as { port: number }).port);

/** What came of an attack. */
export interface Result {
  attack: string;
  tried: string;
  outcome: string;
  passed: boolean;
}
