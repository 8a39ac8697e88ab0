import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { areAllPublicAddresses, isPublicAddress } from '../../../src/service/delivery/public-address.ts';

const test = suite('public addresses of webhooks');

test('which addresses are public', () => {
  for (const address of [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
  ])
    assert.is(isPublicAddress(address), true, address);
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '127.255.255.255',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.127.255.255',
    '169.254.255.255',
    '192.168.255.255',
    '198.19.255.255',
    '239.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])
    assert.is(isPublicAddress(address), false, address);
});

test('a name is sent to where every one of its addresses is public', () => {
  const to = (...addresses: readonly string[]): boolean => areAllPublicAddresses(addresses.map((address) => ({ address })));
  assert.equal(
    [to('1.1.1.1', '2606:4700::1111'), to('1.1.1.1', '10.0.0.1'), to('127.0.0.1', '1.1.1.1'), to('10.0.0.1'), to()],
    [true, false, false, false, false],
  );
});

test.run();
