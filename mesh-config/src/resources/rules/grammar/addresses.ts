import { isIPv4, isIPv6 } from 'node:net';

/** IPv4 in four parts, or IPv6 without a zone. */
export const isIpAddress = (text: string): boolean => isIPv4(text) || (isIPv6(text) && !text.includes('%'));

/** An IP address, or one with the length of a prefix: `10.0.0.0/8`. */
export const isAddressOrBlock = (text: string): boolean => {
  const [address = '', length, ...more] = text.split('/');
  if (!isIpAddress(address) || more.length > 0) return false;
  return length === undefined || (/^[0-9]{1,9}$/.test(length) && Number(length) <= (address.includes(':') ? 128 : 32));
};

const socketPrefix = 'unix://';
/** The path after `unix://`; undefined: the text is no socket. */
export const socketPathOf = (text: string): string | undefined =>
  text.startsWith(socketPrefix) ? text.slice(socketPrefix.length) : undefined;
/** An abstract name, which begins with `@`, or an absolute path to a file. */
export const isSocketPath = (path: string): boolean => path.startsWith('@') || (path.startsWith('/') && !path.endsWith('/'));
