import { Writable } from 'node:stream';
import { StreamWriter } from './stream.controller';

/** A client that reads only on `readAll`. */
class SlowClient extends Writable {
  readonly got: string[] = [];
  private waiting: (() => void)[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.got.push(String(chunk));
    this.waiting.push(done);
  }

  async readAll(): Promise<void> {
    while (this.writableLength > 0) {
      for (const done of this.waiting.splice(0)) done();
      await new Promise(setImmediate);
    }
  }
}

describe('StreamWriter', () => {
  const frame = `data: ${'x'.repeat(10_000)}\n\n`;

  it('drops the frames of a client that does not read, and sends it a resync event once it does', async () => {
    const client = new SlowClient();
    const outlet = new StreamWriter(client, () => 'event: resync\n\n');
    for (let sent = 0; sent < 200; sent += 1) outlet.send(frame);
    // The backlog is limited, whatever was sent.
    expect(client.writableLength).toBeLessThan(300_000);
    const kept = Math.round(client.writableLength / frame.length);
    await client.readAll();
    expect(client.got).toHaveLength(kept + 1);
    expect(client.got.at(-1)).toBe('event: resync\n\n');
    outlet.send('data: next\n\n');
    await client.readAll();
    expect(client.got.at(-1)).toBe('data: next\n\n');
  });

  it('disconnects a client that reads nothing for half a minute', () => {
    const client = new SlowClient();
    let now = 0;
    const outlet = new StreamWriter(
      client,
      () => '',
      () => now,
    );
    for (let sent = 0; sent < 200; sent += 1) outlet.send(frame);
    outlet.ping();
    expect(client.destroyed).toBe(false);
    now = 31_000;
    outlet.ping();
    expect(client.destroyed).toBe(true);
  });
});
