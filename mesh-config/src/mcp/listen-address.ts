/** The address on which the gRPC API listens. */
export type ListenAddress = { readonly kind: 'tcp'; readonly target: string } | { readonly kind: 'unix'; readonly path: string };

const createListenError = (network: string, reason: string): Error => new Error(`unable to listen: listen ${network}: ${reason}`);

/** `tcp://host:port`, `unix:///path`, or `host:port`; without a host, all addresses. Throws a message for an invalid address. */
export const parseListenAddress = (text: string): ListenAddress => {
  const [, network, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [undefined, 'tcp', text];
  if (network === 'unix') {
    if (rest === '') throw createListenError('unix', `address ${text}: missing path in address`);
    return { kind: 'unix', path: rest! };
  }
  if (!['tcp', 'tcp4', 'tcp6'].includes(network!)) throw createListenError(network!, `unknown network ${network}`);
  const [, host, port] = /^(\[[^\]]*\]|[^:]*):([^:]*)$/.exec(rest!) ?? [];
  if (host === undefined) throw createListenError('tcp', `address ${rest}: missing port in address`);
  if (!/^\d+$/.test(port!) || Number(port) > 65_535) throw createListenError('tcp', `address ${port}: invalid port`);
  return { kind: 'tcp', target: `${host === '' ? '0.0.0.0' : host}:${port}` };
};
