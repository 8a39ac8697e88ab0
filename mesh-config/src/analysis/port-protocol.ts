const protocols: ReadonlySet<string> = new Set([
  'TCP',
  'UDP',
  'GRPC',
  'GRPC-WEB',
  'HTTP',
  'HTTP_PROXY',
  'HTTP2',
  'HTTPS',
  'TLS',
  'MONGO',
  'REDIS',
  'MYSQL',
]);
/** Ports of protocols in which the server sends first. */
const tcpPorts: ReadonlySet<number> = new Set([25, 53, 3306, 27017]);

/**
 * The protocol of a Service's port: by its transport, the first word of its name, or its number; undefined if none of them determines it.
 */
export const portProtocolOf = ({ name, number, protocol }: { name: string; number: number; protocol: string }): string | undefined => {
  if (protocol === 'UDP') return 'UDP';
  const upper = name.toUpperCase();
  const word = upper.startsWith('GRPC-WEB') ? 'GRPC-WEB' : upper.replace(/-.*$/s, '');
  if (protocols.has(word)) return word;
  return tcpPorts.has(number) ? 'TCP' : undefined;
};
