import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const yes = der(0x01, Buffer.from([0xff]));
const DAY = 86_400_000;
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

/** A self-signed certificate for the hosts, valid for two days, with its key; both as PEM. */
export function selfSigned(hosts: readonly string[]): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // A name of its own: among authorities of one name the wrong one may be asked.
  const called = Buffer.from(`Push of the tests ${randomBytes(6).toString('hex')}`);
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, called))));
  const names = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid('551d13'), yes, der(0x04, sequence(yes))),
        sequence(oid('551d11'), der(0x04, names)),
      ),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const text = sequence(signed, ecdsaWithSha256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
