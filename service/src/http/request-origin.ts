import { isIP } from 'node:net';
import type { HttpRequest } from './http-handler.ts';
import type { ServiceSettings } from './route.ts';
import { isInNetworks } from './trusted-proxies.ts';

type Request = Pick<HttpRequest, 'peer' | 'header'>;
/** What a proxy states about the request that it forwards. */
interface ForwardedRequest {
  readonly proto: string | undefined;
  readonly host: string | undefined;
}

/** Longer headers are not parsed: no chain of proxies has one. */
const maxHeaderLength = 4096;
const hostPattern = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

const unquote = (text: string): string => (text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text);
/** `for=10.0.0.7:4711`, `for="[fd00::1]:4711"` as an address without its port. */
const toAddress = (node: string): string => node.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');

const parseElement = (element: string): ReadonlyMap<string, string> =>
  new Map(
    element.split(';').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at).trim().toLowerCase(), unquote(pair.slice(at + 1).trim())]];
    }),
  );

/**
 * `Forwarded` (RFC 7239). Each proxy adds an element at the end, so the last is that of the peer; an earlier one counts as long as the one
 * after it came from a proxy that is trusted as well. Elements that a client wrote itself precede all of these.
 */
const parseForwarded = (text: string, networks: readonly string[]): ForwardedRequest => {
  const elements = text.split(',').map(parseElement);
  let index = elements.length - 1;
  while (index > 0 && isInNetworks(toAddress(elements[index]!.get('for') ?? ''), networks)) index -= 1;
  const element = elements[index]!;
  return { proto: element.get('proto'), host: element.get('host') };
};

/** The last value: that of the peer. */
const lastValue = (text: string | undefined): string | undefined => text?.split(',').at(-1)!.trim();

const readForwarded = ({ header }: Request, networks: readonly string[]): ForwardedRequest => {
  const [forwarded, proto, host] = [header('forwarded'), header('x-forwarded-proto'), header('x-forwarded-host')].map((text) =>
    text !== undefined && text.length <= maxHeaderLength ? text : undefined,
  );
  const standard = forwarded === undefined ? undefined : parseForwarded(forwarded, networks);
  return { proto: standard?.proto ?? lastValue(proto), host: standard?.host ?? lastValue(host) };
};

/**
 * The address under which the client reaches the service, without a path: the public one where the operator set it; else the scheme and
 * host that a trusted proxy reports; else `http` and the `Host` header. Forwarding headers of other peers are ignored.
 */
export const resolveRequestOrigin = (request: Request, { publicUrl, trustedProxies }: ServiceSettings): string => {
  if (publicUrl !== '') return publicUrl;
  const ownHost = request.header('host') ?? '127.0.0.1';
  if (!isInNetworks(request.peer, trustedProxies)) return `http://${ownHost}`;
  const { proto, host } = readForwarded(request, trustedProxies);
  const scheme = proto?.toLowerCase() === 'https' ? 'https' : 'http';
  return `${scheme}://${host !== undefined && hostPattern.test(host) ? host : ownHost}`;
};

/** The addresses from which proxies received the request, the one closest to the service last. */
const readChain = ({ header }: Request): readonly string[] => {
  const [forwarded, list] = [header('forwarded'), header('x-forwarded-for')];
  if (forwarded !== undefined && forwarded.length <= maxHeaderLength)
    return forwarded.split(',').map((element) => toAddress(parseElement(element).get('for') ?? ''));
  return list !== undefined && list.length <= maxHeaderLength ? list.split(',').map((address) => toAddress(address.trim())) : [];
};

/**
 * The address of the client: the peer, or behind trusted proxies the last address of their chain that is not trusted. Undefined if a proxy
 * gives something other than an address.
 */
export const resolveClientAddress = (request: Request, { trustedProxies }: Pick<ServiceSettings, 'trustedProxies'>): string | undefined => {
  if (!isInNetworks(request.peer, trustedProxies)) return request.peer;
  const client = readChain(request).findLast((address) => !isInNetworks(address, trustedProxies)) ?? request.peer;
  return isIP(client) === 0 ? undefined : client;
};
