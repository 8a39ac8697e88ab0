const protocols = ['grpc-web', 'grpc', 'https', 'http2', 'http', 'mongo', 'mysql', 'redis', 'tcp', 'tls', 'udp'] as const;

/** What is spoken at a service's port: its name, or what stands before the first hyphen of it; UDP is UDP whatever it is called. */
export const protocolOf = (name: string, transport = 'TCP'): string => {
  if (transport === 'UDP') return 'UDP';
  const lower = name.toLowerCase();
  const found = protocols.find((one) => lower === one || lower.startsWith(`${one}-`));
  return found ? found.toUpperCase().replace('GRPC-WEB', 'GRPC-Web') : 'TCP';
};
