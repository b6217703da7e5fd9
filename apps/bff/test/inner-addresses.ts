import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { OuterAddresses } from '../src/platform/http/outer-addresses';
import type { TestApp } from './app';

/** Hosts of addresses that nothing must be sent to, in the spellings that address parsers accept. */
export const spellings = [
  '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.1', '0177.0.0.1', '017700000001',
  '0177.0x0.0.1', '127.0.0.1.', '%31%32%37.0.0.1', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127.255.255.254',
  '0', '0.0.0.0', '0x0', '00000', '10.0.0.1', '10.1', '0xa000001', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.255',
  '0xac100001', '192.168.0.1', '192.168.1', '3232235521', '0xc0a80001', '0300.0250.0.1', '169.254.169.254', '169.254.43518',
  '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '100.64.0.1', '100.100.100.200', '192.0.0.192', '198.18.0.1',
  '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]', '[0:0:0:0:0:ffff:c0a8:1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]',
  '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:1::]', '[2002:c0a8:1::1]', '[2001::7f00:1]', '[ff02::1]',
  '[100::1]', '[2001:db8::1]', '[5f00::1]',
  'localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'metadata.google.internal', 'postgres', 'host.docker.internal',
  '127.0.0.1.nip.example', 'fcm.googleapis.com.quayside.example', 'fcm.googleapis.com@127.0.0.1', '127.0.0.1#@fcm.googleapis.com',
  '127.0.0.1\\@fcm.googleapis.com', 'user:word@fcm.googleapis.com', 'evilfcm.googleapis.com',
]; // prettier-ignore

/** Addresses that a known name could resolve to. */
export const inner = [
  '127.0.0.1', '127.8.9.10', '0.0.0.0', '10.1.2.3', '172.16.9.9', '172.31.0.1', '192.168.44.5', '169.254.169.254',
  '100.64.0.7', '100.127.255.255', '192.0.0.170', '192.0.2.1', '198.18.5.5', '198.51.100.4', '203.0.113.9', '224.0.0.251',
  '240.1.1.1', '255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:192.168.1.1', '64:ff9b::a00:1',
  '64:ff9b:1::1', '100::9', '2001::1', '2001:db8::9', '2001:20::1', '2002:a00:1::', '3fff::1', 'fc00::5', 'fd12:3456::1',
  'fe80::1', 'fe80::1%lo', 'fec0::1', 'ff02::1', 'ff0e::1',
]; // prettier-ignore

/** Resolves every name to these addresses. */
export const leadsTo = (app: TestApp, ...addresses: string[]) =>
  jest
    .spyOn(
      app.nest.get<{ lookup(host: string): Promise<LookupAddress[]> }>(OuterAddresses as never, {
        strict: false,
      }),
      'lookup',
    )
    .mockResolvedValue(addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })));
