import { createTransport } from 'nodemailer';
import { type Mailbox, startMailbox } from './mailbox.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox();
});
afterEach(() => mailbox.close());

const send = async (mail: { subject?: string; text: string; html?: string }): Promise<void> => {
  const transport = createTransport(mailbox.smtpUrl, {
    from: 'console@tessera.local',
    to: 'ida@quayside.example',
  });
  await transport.sendMail(mail);
  transport.close();
};
const get = async (path = '') => {
  const response = await fetch(mailbox.url + path);
  return { status: response.status, headers: response.headers, body: await response.text() };
};

test('lists what was sent, newest first', async () => {
  expect((await get()).body).toContain('No mail was sent yet.');
  await send({ subject: 'First', text: 'one' });
  await send({ subject: 'Second', text: 'two' });
  const { body } = await get();
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'));
  expect(body).toContain('To ida@quayside.example');
});

test('shows a mail as text with its links, and its HTML in a frame in which nothing runs', async () => {
  await send({
    subject: '<script>alert(1)</script>',
    text: 'Open http://127.0.0.1:3000/reset?token=a&b=c <now>',
    html: '<p>Hello</p><script>alert(1)</script>',
  });
  const page = await get('1');
  expect(page.body).not.toContain('<script>');
  expect(page.body).toContain('&lt;now&gt;');
  expect(page.body).toContain('<a href="http://127.0.0.1:3000/reset?token=a&amp;b=c" target="_blank"');
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox" src="1/html"');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const frame = await get('1/html');
  expect(frame.body).toContain('<p>Hello</p>');
  const policy = frame.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toContain('script');
});

test('keeps the newest 100', async () => {
  await send({ subject: 'Oldest', text: 'x' });
  await Promise.all(Array.from({ length: 100 }, () => send({ subject: 'Newer', text: 'x' })));
  const { body } = await get();
  expect(body.match(/Newer/g)).toHaveLength(100);
  expect(body).not.toContain('Oldest');
  expect((await get('1')).status).toBe(404);
});

test('answers nobody who does not know its address, and changes nothing', async () => {
  await send({ subject: 'Secret', text: 'x' });
  const { origin } = new URL(mailbox.url);
  for (const path of ['/', '/1', '/x/', '/x/1', `${new URL(mailbox.url).pathname}2`])
    expect((await fetch(origin + path)).status).toBe(404);
  expect((await fetch(mailbox.url, { method: 'POST' })).status).toBe(404);
  expect((await get('1/html')).status).toBe(404);
});

test('listens on loopback alone', () => {
  expect(new URL(mailbox.url).hostname).toBe('127.0.0.1');
  expect(new URL(mailbox.smtpUrl).hostname).toBe('127.0.0.1');
});

test('takes no mail of more than a megabyte', async () => {
  await expect(send({ subject: 'Large', text: 'x'.repeat(1_500_000) })).rejects.toThrow(/size/i);
  expect((await get()).body).toContain('No mail was sent yet.');
});
