import { BlockList, isIP } from 'node:net';

/** Addresses of this machine and of networks that are not reachable from the Internet (RFC 6890). */
const privateNetworks = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateNetworks.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(address, bits, 'ipv6');

/** Whether an IP address is public: not of this machine, not of a private network, and valid. */
export const isPublicAddress = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  const version = isIP(plain);
  return version !== 0 && !/^::ffff:/i.test(plain) && !privateNetworks.check(plain, version === 4 ? 'ipv4' : 'ipv6');
};

/** Whether all addresses of a name are public. False for a name without addresses. */
export const areAllPublicAddresses = (addresses: readonly { readonly address: string }[]): boolean =>
  addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
