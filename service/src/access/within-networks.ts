import { isIP } from 'node:net';
import type { Caller, Membership } from '../http/route.ts';
import { isInNetworks } from '../http/trusted-proxies.ts';

const loopback: readonly string[] = ['127.0.0.0/8', '::1'];

/** Requests from the same machine or from inside the process are exempt, so that nobody locks themselves out. */
const isOfThisMachine = (address: string): boolean => isInNetworks(address, loopback) || isIP(address) === 0;

const isOpen = ({ networks }: Membership, address: string | undefined): boolean =>
  networks === undefined || (address !== undefined && (isOfThisMachine(address) || isInNetworks(address, networks)));

/**
 * The caller without the organizations that do not accept this address (`cidr-range-lists`). `findAddress` returns the client's address;
 * undefined if it is not known.
 */
export const withinNetworks = (caller: Caller, findAddress: () => string | undefined): Caller => {
  if (caller.memberships.every(({ networks }) => networks === undefined)) return caller;
  const address = findAddress();
  return { ...caller, memberships: caller.memberships.filter((membership) => isOpen(membership, address)) };
};
