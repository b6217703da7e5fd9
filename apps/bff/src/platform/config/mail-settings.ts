import type { Readers } from './readers';

/** The SMTP server, and who mail is from. */
export interface MailSettings {
  host: string;
  port: number;
  /** `implicit`: the connection begins with TLS. `required`: STARTTLS or nothing. `none`: a server on this machine. */
  tls: 'implicit' | 'required' | 'none';
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
  /** Where the links of mails lead, without a path. Never the host of a request, which its sender chooses. */
  origin: string;
}

const SENDER = /^(?:(?<name>[^<>"\p{Cc}]*)<(?<inner>[^<>]*)>|(?<plain>[^<>]*))$/u;
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reads `SMTP_URL` and `SMTP_FROM`; null without them. */
export function readMail(read: Readers): MailSettings | null {
  const address = read.secret('SMTP_URL');
  const sender = read.text('SMTP_FROM');
  const origin = URL.parse(read.url('MAIL_LINK_URL') ?? read.url('PUBLIC_URL') ?? '')?.origin;
  if (!address && !sender) return null;
  if (!address || !sender || !origin) {
    read.fail('SMTP_URL, SMTP_FROM and PUBLIC_URL must be given together');
    return null;
  }
  const url = URL.parse(address);
  const { name = '', inner, plain } = SENDER.exec(sender)?.groups ?? {};
  const from = { name: name.trim(), address: (inner ?? plain ?? '').trim() };
  if (!ADDRESS.test(from.address)) read.fail('SMTP_FROM must be an address, or a name and <an address>');
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    !url.hostname ||
    url.search ||
    url.hash ||
    url.pathname.length > 1
  ) {
    read.fail('SMTP_URL must be smtps:// or smtp:// with a host, and without a path');
    return null;
  }
  const host = url.hostname.toLowerCase();
  const isImplicit = url.protocol === 'smtps:';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicit ? 465 : 587),
    tls: isImplicit ? 'implicit' : THIS_MACHINE.test(host) ? 'none' : 'required',
    login: url.username
      ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
      : null,
    from,
    origin,
  };
}
