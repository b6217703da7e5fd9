import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../ports.ts';
import { listPage, mailDocument, mailPage, type ReceivedMail } from './pages.ts';

/** Only this machine reaches it: mails have links that let their reader in. */
const HOST = '127.0.0.1';
const MAX_MAILS = 100;
const MAX_BYTES = 1_000_000;

/** Nothing in a mail runs or is fetched; its links open in a tab of their own. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Takes over every mail that the server sends, and shows it on a page. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  smtpUrl: string;
  /** Of the page. It has a secret part, because other users of this machine can reach the port. */
  url: string;
  close(): Promise<void>;
}

/** Starts a mailbox for development; mails are in memory alone, the newest 100 of them. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let latest = 0;
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      simpleParser(stream).then(({ subject = '', text = '', html }) => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The mail exceeds the size limit'), { responseCode: 552 }));
          return;
        }
        latest += 1;
        mails.unshift({
          id: latest,
          at: new Date(),
          to: envelope.rcptTo.map(({ address }) => address).join(', '),
          subject,
          text,
          html: html || null,
        });
        mails.splice(MAX_MAILS);
        done();
      }, done);
    },
  });
  smtp.on('error', () => undefined);
  const secret = randomBytes(16).toString('base64url');
  const http = createServer((request, response) => respond(request, response, `/${secret}/`, mails));
  const smtpPort = await listen(smtp);
  const port = await listen(http);
  return {
    smtpUrl: `smtp://${HOST}:${smtpPort}`,
    url: `http://${HOST}:${port}/${secret}/`,
    async close() {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((closed) => http.close(() => closed())),
        new Promise<void>((closed) => smtp.close(() => closed())),
      ]);
    },
  };
}

async function listen(server: Server | SMTPServer): Promise<number> {
  const listening = server instanceof SMTPServer ? server.server : server;
  server.listen(await freePort(HOST), HOST);
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

function respond(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  base: string,
  mails: readonly ReceivedMail[],
): void {
  const [, id, part] = url.startsWith(base) ? (/^(\d*)(\/html)?$/.exec(url.slice(base.length)) ?? []) : [];
  const mail = mails.find((one) => String(one.id) === id);
  const page =
    method !== 'GET'
      ? null
      : id === ''
        ? part === undefined && listPage(mails)
        : mail && (part === undefined ? mailPage(mail) : mailDocument(mail));
  response.writeHead(page ? 200 : 404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': part === undefined ? pagePolicy : mailPolicy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(page || 'Not found');
}
