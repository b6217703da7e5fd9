import { freePort } from './ports.ts';

describe('a free port', () => {
  it('is chosen once, although nobody listens at it yet', async () => {
    const ports: number[] = [];
    while (ports.length < 1000) ports.push(await freePort());
    expect(new Set(ports).size).toBe(ports.length);
  });
});
