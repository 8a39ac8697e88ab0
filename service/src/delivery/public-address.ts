import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not the public Internet: IANA's registry of special-purpose IPv4 addresses (RFC 6890 and what followed), multicast, and
 * addresses of clouds under which each of their machines reaches what belongs to it.
 */
const ipv4Networks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by carriers; the metadata of Alibaba Cloud is 100.100.100.200.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The metadata service of Azure, which also answers at 169.254.169.254 as those of other clouds do.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // The metadata of Oracle's cloud is 192.0.0.192.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/**
 * Beyond 2000::/3 there is no public unicast: neither mapped nor translated IPv4 (::/96, ::ffff:0:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48),
 * nor 100::/64, 5f00::/16, fc00::/7 (with the metadata of Amazon, fd00:ec2::254, and of Google, fd20:ce::254), fe80::/10 or ff00::/8.
 */
const unicastNetwork = ['2000::', 3] as const;
/** IANA's registry within it: protocol assignments with Teredo, documentation, 6to4, and delegations to AS112. */
const ipv6Networks = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const listNetworks = (networks: readonly (readonly [string, number])[], version: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, version);
  return list;
};
const createLists = () => ({
  privateIpv4: listNetworks(ipv4Networks, 'ipv4'),
  unicastIpv6: listNetworks([unicastNetwork], 'ipv6'),
  privateIpv6: listNetworks(ipv6Networks, 'ipv6'),
});
let networks: ReturnType<typeof createLists> | undefined;
/** Made with the first address that is judged, not with each start. */
const lists = () => (networks ??= createLists());

const isPublicIpv4 = (address: string): boolean => !lists().privateIpv4.check(address, 'ipv4');

/** The IPv4 address in one that is mapped (::ffff:0:0/96), in any spelling. */
const readMappedAddress = (address: string): string | undefined => {
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined) return undefined;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low!, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join('.');
};

/** Whether an IP address is public: not of this machine, not of a private or reserved network, not of a cloud's metadata, and valid. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  // An address with a zone (`%eth0`) is link-local.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return isPublicIpv4(address);
  const mapped = readMappedAddress(address);
  if (mapped !== undefined) return isPublicIpv4(mapped);
  const { unicastIpv6, privateIpv6 } = lists();
  return unicastIpv6.check(address, 'ipv6') && !privateIpv6.check(address, 'ipv6');
};

/** Names of the machine, of its link or of the cloud that it runs in, without regard to their addresses (RFC 6761, RFC 6762). */
const privateNames = /^(?:(?:.*\.)?(?:localhost|local|internal)|metadata|metadata\.goog|instance-data)\.?$/i;

/** Whether a host, a name or an address without brackets, is known to be private before it is looked up. */
export const isPrivateHost = (host: string): boolean => (isIP(host) === 0 ? privateNames.test(host) : !isPublicAddress(host));

/** Whether all addresses of a name are public. False for a name without addresses. */
export const areAllPublicAddresses = (addresses: readonly { readonly address: string }[]): boolean =>
  addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
