import { isIP } from 'node:net';
import type { Caller, Membership } from '../http/route.ts';
import { isInNetworks } from '../http/trusted-proxies.ts';

const loopback: readonly string[] = ['127.0.0.0/8', '::1'];

/** Whoever reaches the service from its own machine, or inside its process, is never locked out. */
const isOfThisMachine = (address: string): boolean => isInNetworks(address, loopback) || isIP(address) === 0;

const isOpen = ({ networks }: Membership, address: string | undefined): boolean =>
  networks === undefined || (address !== undefined && (isOfThisMachine(address) || isInNetworks(address, networks)));

/**
 * The caller without the organizations that are not reached from this address (`cidr-range-lists`). `findAddress`: the client's;
 * undefined: nobody knows it.
 */
export const withinNetworks = (caller: Caller, findAddress: () => string | undefined): Caller => {
  if (caller.memberships.every(({ networks }) => networks === undefined)) return caller;
  const address = findAddress();
  return { ...caller, memberships: caller.memberships.filter((membership) => isOpen(membership, address)) };
};
