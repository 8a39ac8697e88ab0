import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPublicLookup } from '../../src/delivery/post-webhook.ts';
import { areAllPublicAddresses, isPrivateHost, isPublicAddress } from '../../src/delivery/public-address.ts';

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
    '168.63.129.15',
    '168.63.129.17',
    '192.0.1.0',
    '192.88.98.255',
    '192.88.100.0',
    '2606:4700::1111',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '3ffe::1',
    '::ffff:1.1.1.1',
    '::ffff:101:101',
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

/** IANA's registries of special-purpose addresses, with the first and the last address of each network. */
const registered: readonly (readonly [network: string, first: string, last: string])[] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['::/96', '::', '::ffff:ffff'],
  ['::ffff:0:0:0/96', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

test('no address of a registered special-purpose network is public', () => {
  for (const [network, first, last] of registered) assert.equal([isPublicAddress(first), isPublicAddress(last)], [false, false], network);
});

test('an address in another spelling, mapped, translated, or with a zone is judged as what it is', () => {
  for (const address of [
    '::FFFF:127.0.0.1',
    '0:0:0:0:0:ffff:7f00:1',
    '0::ffff:10.0.0.1',
    '::ffff:0:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
  ])
    assert.is(isPublicAddress(address), false, address);
});

test('what clouds tell their machines is asked for under no address or name', () => {
  for (const [cloud, host] of [
    ['Amazon', '169.254.169.254'],
    ['Amazon', 'fd00:ec2::254'],
    ['Amazon, containers', '169.254.170.2'],
    ['Google', 'fd20:ce::254'],
    ['Google', 'metadata.google.internal'],
    ['Google', 'METADATA.google.internal.'],
    ['Google', 'metadata.goog'],
    ['Google', 'metadata'],
    ['Amazon', 'instance-data.ec2.internal'],
    ['Azure', '168.63.129.16'],
    ['Azure, mapped', '::ffff:a83f:8110'],
    ['Alibaba', '100.100.100.200'],
    ['Oracle', '192.0.0.192'],
    ['Tencent', '169.254.0.23'],
    ['OpenStack', 'fe80::a9fe:a9fe'],
    ['this machine', 'localhost'],
    ['this machine', 'a.localhost.'],
  ] as const)
    assert.is(isPrivateHost(host), true, `${cloud}: ${host}`);
  for (const host of ['example.com', 'internal.example.com', 'metadata.example.com', 'localhost.example.com', '1.1.1.1'])
    assert.is(isPrivateHost(host), false, host);
});

test('a name is judged by the addresses that are connected to, each time it is looked up', async () => {
  const answers = ['1.1.1.1', '169.254.169.254'];
  const connect = createPublicLookup({ privateOption: '--private-destinations' }, ((_: string, _options: object, done: Function) =>
    done(null, [{ address: answers.shift(), family: 4 }])) as never);
  const find = (): Promise<string> =>
    new Promise((resolve) => {
      connect('rebinding.example.com', { all: true }, (error, addresses) => resolve(error?.message ?? JSON.stringify(addresses)));
    });
  assert.is(await find(), '[{"address":"1.1.1.1","family":4}]');
  assert.is(await find(), 'its address is of this machine or of a private network, where webhooks are not sent (--private-destinations)');
});

test.run();
