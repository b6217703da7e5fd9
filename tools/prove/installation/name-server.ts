import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback that answers every name with the same addresses, as Docker's does for a service. */
export interface NameServer {
  port: number;
  /** The IPv4 addresses from now on. */
  setAddresses(addresses: readonly string[]): void;
  close(): Promise<void>;
}

const A = 1;
/** Offset of the question, after the header. */
const QUESTION = 12;

/** Starts the name server on a free UDP port. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  let current: readonly string[] = [];
  socket.on('message', (query, { port, address }) => socket.send(answer(query, current), port, address));
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

/** The response to a query with one question (RFC 1035, section 4): the addresses, or none for another type than A. */
function answer(query: Buffer, addresses: readonly string[]): Buffer {
  let end = QUESTION;
  while (query[end]) end += (query[end] ?? 0) + 1;
  const type = query.readUInt16BE(end + 1);
  const found = type === A ? addresses : [];
  const head = Buffer.from(query.subarray(0, end + 5));
  // A response without an error, with one question and no records but answers.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(found.length, 6);
  head.fill(0, 8, QUESTION);
  const records = found.map((address) => {
    // The question's name, type A, class IN, a second to live, four bytes.
    const record = Buffer.from([0xc0, QUESTION, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0]);
    record.set(address.split('.').map(Number), 12);
    return record;
  });
  return Buffer.concat([head, ...records]);
}
