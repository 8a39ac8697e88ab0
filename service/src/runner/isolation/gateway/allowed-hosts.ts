import { isIP } from 'node:net';

/** Ports of an entry that names none: HTTPS, and HTTP. */
const usualPorts = [443, 80];

/** An entry: `registry.example.com`, `*.example.com` (every name below it), `h.example.com:8443`. */
const isMatch = (entry: string, host: string, port: number): boolean => {
  const [, name = '', ownPort] = /^(.+?)(?::(\d+))?$/.exec(entry)!;
  if (!(ownPort === undefined ? usualPorts : [Number(ownPort)]).includes(port)) return false;
  return name.startsWith('*.') ? isIP(host) === 0 && host.length > name.length - 1 && host.endsWith(name.slice(1)) : name === host;
};

/**
 * The address to connect to: the first of `addresses`, which the name has. Undefined: the host is not among the entries. Who owns a name
 * below a wildcard chooses its addresses, so they must be public; a name that the operator spelled out may be one of his network.
 */
export const findAllowedAddress = (
  entries: readonly string[],
  { host, port }: { readonly host: string; readonly port: number },
  addresses: readonly string[],
  isPublic: (address: string) => boolean,
): string | undefined => {
  const found = entries.filter((entry) => isMatch(entry, host, port));
  const isNamed = found.some((entry) => !entry.startsWith('*.'));
  return found.length === 0 ? undefined : addresses.find((address) => isNamed || isPublic(address));
};
