import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import dns from 'dns-packet';

/** A name server on loopback that resolves every name to the same addresses, as Docker's does for a service. */
export interface NameServer {
  port: number;
  /** The IPv4 addresses from now on. */
  setAddresses(addresses: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts the name server on a free UDP port. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  let current: readonly string[] = [];
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = dns.decode(message);
    const answers = questions
      .filter(({ type }) => type === 'A')
      .flatMap(({ name }) => current.map((data) => ({ type: 'A' as const, name, ttl: 1, data })));
    const flags = dns.RECURSION_DESIRED | dns.RECURSION_AVAILABLE;
    socket.send(dns.encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    setAddresses(addresses) {
      current = addresses;
    },
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
}
