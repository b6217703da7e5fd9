import { isInNetworks, parseNetwork } from './networks';

it.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0'])('parses %s', (text) => {
  expect(parseNetwork(text)).not.toBeNull();
});

it.each([
  '',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.1',
  '::1/129',
  'fe80::1%eth0',
  'localhost',
  '10.0.0.0/',
])('rejects %j', (text) => {
  expect(parseNetwork(text)).toBeNull();
});

it('finds an address in a network of its family, also when IPv4 is written as IPv6', () => {
  const networks = ['10.0.0.0/8', 'fd00::/8'].map(parseNetwork).filter((network) => network !== null);
  const addresses = ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '11.0.0.1', '2001:db8::1', '::1', ''];
  expect(addresses.filter((address) => isInNetworks(address, networks))).toEqual(addresses.slice(0, 3));
});
