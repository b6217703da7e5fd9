import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { MailRunner } from '../src/messages/mail/mail-runner';
import type { TestApp } from './app';
import { selfSigned } from './certificate';
import { until } from './work';

const { cert, key } = selfSigned(['localhost']);

/** A mail that the server took over, as its envelope and its parsed message. */
export interface ReceivedMail {
  from: string;
  to: string[];
  mail: ParsedMail;
  raw: string;
}

/** An SMTP server on this machine. */
export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** Says no to a recipient, with a status such as 550. */
  refuse: (address: string) => number | null;
  /** Ends it; `open` starts it again on its port. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Starts an SMTP server. */
export async function startMailServer(): Promise<MailServer> {
  let smtp: SMTPServer | undefined;
  const mailServer: MailServer = {
    port: 0,
    received: [],
    refuse: () => null,
    close: () => new Promise((resolve) => (smtp ? smtp.close(() => resolve()) : resolve())),
    open: async () => {
      const server = createServer(mailServer);
      smtp = server;
      await new Promise<void>((resolve) => {
        server.listen(mailServer.port, '127.0.0.1', resolve);
      });
      mailServer.port = (server.server.address() as AddressInfo).port;
    },
  };
  await mailServer.open();
  return mailServer;
}

const createServer = (mailServer: MailServer): SMTPServer => {
  const server = new SMTPServer({
    cert,
    key,
    authOptional: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const status = mailServer.refuse(address);
      done(status === null ? null : Object.assign(new Error('No such mailbox'), { responseCode: status }));
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        void simpleParser(raw).then((mail) => {
          mailServer.received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            mail,
            raw: raw.toString('utf8'),
          });
          done();
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  return server;
};

/** Settings of a server that sends by this one. */
export const mailSettings = ({ port }: MailServer) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  SMTP_FROM: 'Tessera <console@tessera.example>',
  PUBLIC_URL: 'https://console.tessera.example',
});

/** What the server took over for an address. */
export const mailsTo = (server: MailServer, address: string): ReceivedMail[] =>
  server.received.filter(({ to }) => to.includes(address));

/** Waits for a number of mails to an address, and returns them. */
export async function mailed(server: MailServer, address: string, count = 1): Promise<ReceivedMail[]> {
  await until(
    () => Promise.resolve(mailsTo(server, address).length >= count),
    `${count} mails to ${address}`,
  );
  return mailsTo(server, address);
}

/** Makes the next attempts of mails due that failed, and not those of mails that are being sent. */
export async function skipMailPauses(app: TestApp): Promise<void> {
  await app.db.query(
    "UPDATE mails SET next_attempt_at = now(), error = NULL WHERE status = 'queued' AND error IS NOT NULL",
  );
  await app.db.query("SELECT pg_notify('tessera_mail', '')");
}

/** Waits until every mail was sent, or an attempt at it has failed. */
export const allAttempted = (app: TestApp): Promise<void> =>
  until(
    async () =>
      (await app.db.query("SELECT FROM mails WHERE status = 'queued' AND error IS NULL")).rowCount === 0,
    'an attempt at every mail',
  );

/** Has a server send nothing any more; it still queues mails. */
export const stopMail = (app: TestApp): Promise<void> => app.nest.get(MailRunner, { strict: false }).stop();
