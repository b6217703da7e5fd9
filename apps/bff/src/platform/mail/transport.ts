import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/mail-settings';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** A connection to the SMTP server for one mail. TLS is required unless the server is on this machine. */
export const connectToSmtp = ({ host, port, tls, login }: MailSettings) =>
  createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** What an SMTP server or the connection to it said, in plain characters. */
export function smtpFault(error: unknown): string {
  const { code, response } = error as Record<string, string | undefined>;
  const words = response || code || 'The server could not be reached';
  return words.replace(/[^\x20-\x7e]+/g, ' ').trim();
}
