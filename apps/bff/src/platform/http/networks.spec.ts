import { addressBlock, isInNetworks, parseNetwork } from './networks';

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

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['not an address', 'not an address'],
])('counts %s as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
