/** Where the API of gRPC listens. */
export type ListenAddress = { readonly kind: 'tcp'; readonly target: string } | { readonly kind: 'unix'; readonly path: string };

/** `tcp://host:port`, `unix:///path`, or `host:port`. Throws the sentence for another network. */
export const listenAddress = (text: string): ListenAddress => {
  const [, network, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [undefined, 'tcp', text];
  if (network === 'unix') return { kind: 'unix', path: rest! };
  if (network !== 'tcp') throw new Error(`unable to listen: listen ${network}: unknown network ${network}`);
  return { kind: 'tcp', target: rest!.startsWith(':') ? `0.0.0.0${rest}` : rest! };
};
