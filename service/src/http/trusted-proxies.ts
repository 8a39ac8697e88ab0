import { BlockList, isIP } from 'node:net';

/** Parses an address or a network: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. Undefined if it is neither. */
const parseNetwork = (
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' } | undefined => {
  const [, address, length] = /^([0-9a-fA-F.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = address === undefined ? 0 : isIP(address);
  if (version === 0) return undefined;
  const longest = version === 4 ? 32 : 128;
  const prefix = length === undefined ? longest : Number(length);
  return prefix > longest ? undefined : { address: address!, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
};

export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** Node reports peers of a dual-stack socket as `::ffff:10.0.0.7`. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const lists = new WeakMap<readonly string[], BlockList>();
const toBlockList = (networks: readonly string[]): BlockList => {
  let list = lists.get(networks);
  if (!list) {
    list = new BlockList();
    for (const text of networks) {
      const { address, prefix, family } = parseNetwork(text)!;
      list.addSubnet(address, prefix, family);
    }
    lists.set(networks, list);
  }
  return list;
};

/** Whether the address is one of these addresses and networks. What is no address (a name, `unknown`) is not. */
export const isInNetworks = (peer: string, networks: readonly string[]): boolean => {
  if (networks.length === 0) return false;
  const address = withoutMapping(peer);
  const version = isIP(address);
  return version !== 0 && toBlockList(networks).check(address, version === 4 ? 'ipv4' : 'ipv6');
};
