import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AllowedHosts, HostRefused } from '../src/allowed-hosts.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { parseChoice, seatCount } from '../src/drivers/sandbox-driver.ts';
import { LeaseControl } from '../src/lease-control.ts';

describe('allowed hosts', () => {
  const hosts = new AllowedHosts(['127.0.0.1:3001', 'tickets.example:443']);

  it.each([
    ['http://127.0.0.1:3001/events', 'http://127.0.0.1:3001'],
    ['https://Tickets.example', 'https://tickets.example'],
  ])('lets %s through', (address, origin) => expect(hosts.originOf(address)).toBe(origin));

  it.each([
    'http://127.0.0.1:3000',
    'http://127.0.0.1',
    'http://tickets.example',
    'http://127.0.0.1:3001@elsewhere.example',
    'http://127.0.0.1.elsewhere.example:3001',
    'ftp://127.0.0.1:3001',
    'nonsense',
  ])('refuses %s', (address) => expect(() => hosts.originOf(address)).toThrow(HostRefused));
});

describe('configuration', () => {
  const good = { TESSERA_URL: 'http://127.0.0.1:3000', WORKER_TOKEN: 't', ALLOWED_HOSTS: '127.0.0.1:3001' };

  it('reads the token from a file', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tessera-token-')), 'token');
    writeFileSync(file, 'from a file\n');
    const env = { ...good, WORKER_TOKEN: '', WORKER_TOKEN_FILE: file };
    expect(readConfig(env).token).toBe('from a file');
    expect(() => readConfig({ ...env, WORKER_TOKEN: 't' })).toThrow("can't both be set");
    expect(() => readConfig({ ...env, WORKER_TOKEN_FILE: `${file}s` })).toThrow('WORKER_TOKEN_FILE');
  });

  it('has a capacity of 25 by default', () => expect(readConfig(good).capacity).toBe(25));

  it.each([
    ['TESSERA_URL', 'nowhere'],
    ['WORKER_TOKEN', ''],
    ['ALLOWED_HOSTS', 'no-port'],
    ['WORKER_CAPACITY', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is wrong', (name, value) => {
    expect(() => readConfig({ ...good, [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ ...good, [name]: value })).toThrow(name);
  });
});

describe('the seats that a task needs', () => {
  it.each([
    [null, null],
    ['', null],
    [[], null],
    ['Stalls, Circle', ['Stalls', 'Circle']],
    [['Stalls'], ['Stalls']],
    [{ premium: 'Premium', value: false, standard: 1 }, ['premium', 'standard']],
  ])('%j means %j', (choice, names) => expect(parseChoice(choice)).toEqual(names));

  it('are at least one', () => {
    const task = { id: 1, name: 'North 01', status: 'running', paused: false };
    expect(seatCount({ ...task, seats_to_set: 0 })).toBe(1);
    expect(seatCount({ ...task, seats_to_set: 3 })).toBe(3);
  });
});

describe('commands at a checkpoint', () => {
  it('lets a stop end a pause', async () => {
    const control = new LeaseControl();
    control.apply('pause');
    const met = control.checkpoint();
    control.apply('stop');
    await expect(met).rejects.toMatchObject({ reason: 'stopped' });
  });

  it('prefers a lost lease over a stop', async () => {
    const control = new LeaseControl();
    control.apply('stop');
    control.end('lost');
    await expect(control.checkpoint()).rejects.toMatchObject({ reason: 'lost' });
  });
});
