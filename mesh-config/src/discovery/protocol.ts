const protocols = ['grpc-web', 'grpc', 'https', 'http2', 'http', 'mongo', 'mysql', 'redis', 'tcp', 'tls', 'udp'] as const;

/** The protocol of a service's port: the name up to the first hyphen; UDP where the transport is UDP. */
export const protocolOf = (name: string, transport = 'TCP'): string => {
  if (transport === 'UDP') return 'UDP';
  const lower = name.toLowerCase();
  const found = protocols.find((one) => lower === one || lower.startsWith(`${one}-`));
  return found ? found.toUpperCase().replace('GRPC-WEB', 'GRPC-Web') : 'TCP';
};
