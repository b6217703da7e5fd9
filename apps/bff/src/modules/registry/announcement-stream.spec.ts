import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { publishedModule } from '../../../test/published-module';
import { openStream, type Stream, type StreamEvent } from '../../../test/stream';
import type { AnnouncementDto } from './announcement.dto';

type Data = { topic?: string; id: number; row?: { id: number; serial: number } };

const isAbout =
  (serial: number) =>
  ({ data }: StreamEvent): boolean =>
    (data as Data).topic === 'modules' && ((data as Data).row?.serial ?? 0) >= serial;

describe('the live topic of modules', () => {
  let one: TestApp;
  let other: TestApp;
  const open: Stream[] = [];
  beforeAll(async () => {
    one = await startApp();
    other = await startBeside(one);
  });
  afterAll(async () => {
    for (const stream of open) stream.close();
    await other.close();
    await one.close();
  });

  it('reaches every stream of every realm and every process, with the serial that is announced then', async () => {
    const { id, releases } = await publishedModule(one);
    const { token } = await make.admin(one);
    const people = [
      await make.user(one, 'realm_user', await make.realm(one)),
      await make.user(one, 'realm_owner', await make.realm(one)),
      await make.user(one, 'realm_user', null),
      { token },
    ];
    const streams: Stream[] = [];
    for (const person of people)
      for (const app of [one, other]) streams.push(await openStream(app, person.token));
    open.push(...streams);
    await Promise.all(streams.map((stream) => stream.next(({ event }) => event === 'ready')));
    const { serial } = (await one.http<AnnouncementDto>('GET', '/api/modules')).body;
    const body = { stable_release_id: releases['2.0.0'] };
    expect((await other.http('PATCH', `/api/modules/settings/${id}`, { token, body })).status).toBe(200);
    const events = await Promise.all(streams.map((stream) => stream.next(isAbout(serial + 1))));
    const now = (await one.http<AnnouncementDto>('GET', '/api/modules')).body.serial;
    expect(events.map(({ data }) => (data as Data).row)).toEqual(streams.map(() => ({ id: 1, serial: now })));
  });

  it('reaches a client that reconnects after a change', async () => {
    const { id } = await publishedModule(one);
    const { token } = await make.user(one, 'realm_user', await make.realm(one));
    const stream = await openStream(one, token);
    open.push(stream);
    const ready = await stream.next(({ event }) => event === 'ready');
    stream.close();
    await stream.ended;
    const { serial } = (await one.http<AnnouncementDto>('GET', '/api/modules')).body;
    await one.db.query('UPDATE modules SET enabled = false WHERE id = $1', [id]);
    const again = await openStream(one, token, ready.id!);
    open.push(again);
    await again.next((event) => event.event === 'resync' || isAbout(serial + 1)(event));
  });
});
