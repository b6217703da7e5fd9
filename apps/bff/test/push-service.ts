import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from './certificate';

/** Names that a test's push service has a certificate for; no name server knows the second one. */
export const HOSTS = ['localhost', 'push.quayside.example'] as const;
const { cert, key } = selfSigned(HOSTS);

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service on this machine: the requests it received, its connections, and its responses. */
export type PushService = {
  port: number;
  received: Received[];
  connections: number;
  /** 201 unless a test sets something else. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
};

/** Starts a push service that this process trusts. */
export async function startPushService(): Promise<PushService> {
  const trusted = getCACertificates('default');
  if (!trusted.includes(cert)) setDefaultCACertificates([...trusted, cert]);
  const open = new Set<Duplex>();
  const service: PushService = {
    port: 0,
    received: [],
    connections: 0,
    answer: (response) => void response.writeHead(201).end(),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
      service.received.push(received);
      service.answer(response, received);
    });
  });
  server.on('connection', (socket) => {
    service.connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.port = (server.address() as AddressInfo).port;
  return service;
}

/** A browser's subscription with the keys that only the browser has. */
export type Device = {
  endpoint: string;
  path: string;
  keys: { p256dh: string; auth: string };
  /** Decrypts a push message (RFC 8291). */
  open(body: Buffer): Record<string, unknown>;
};

/** A new browser at a push service. */
export function newDevice({ port }: Pick<PushService, 'port'>, host = 'localhost'): Device {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  // A guid: digits in a row could read as a card number, which is rejected.
  const path = `/push/${randomUUID()}`;
  const open = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 21 + body.readUInt8(20));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs]);
    const input = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32));
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${label}\0`, length));
    const sealed = body.subarray(21 + theirs.length);
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const text = padded.subarray(0, padded.lastIndexOf(2));
    return JSON.parse(text.toString()) as Record<string, unknown>;
  };
  return {
    endpoint: `https://${host}:${port}${path}`,
    path,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    open,
  };
}

/** The claims of a request's VAPID token (RFC 8292); throws unless the key has signed it. */
export function vapidClaims({ headers }: Received, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('The request is signed with another key');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: raw.subarray(1, 33).toString('base64url'),
    y: raw.subarray(33).toString('base64url'),
  };
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('The signature does not fit');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}
