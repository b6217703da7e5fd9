import { parentPort, Worker, workerData } from 'node:worker_threads';
import { request } from 'node:http';

/**
 * Another client of the server, in a thread of its own so that what the attack itself does doesn't hold it up: it asks
 * again and again how the server is, and says how long it waited at most.
 */
export class Probe {
  private readonly worker: Worker;

  constructor(port: number) {
    this.worker = new Worker(new URL(import.meta.url), { workerData: { port } });
  }

  /** The longest wait, in ms, of requests that were under way since the last call. */
  longest(): Promise<number> {
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
  const ask = () => {
    began = performance.now();
    const done = () => {
      longest = Math.max(longest, performance.now() - began);
      setTimeout(ask, PAUSE_MS);
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
  ask();
}

if (parentPort) watch((workerData as { port: number }).port);
