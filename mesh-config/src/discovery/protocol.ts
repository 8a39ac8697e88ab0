import { portProtocolOf } from '../analysis/port-protocol.ts';

/** Spelled as sinks know them. */
const spellings: Readonly<Record<string, string>> = { 'GRPC-WEB': 'GRPC-Web', MONGO: 'Mongo', REDIS: 'Redis', MYSQL: 'MySQL' };

/**
 * The protocol of a Service's port: UDP where the transport is UDP, else by the first word of its name, else by its number.
 * `UnsupportedProtocol`: none of them tells it, so that sinks find it out from the traffic.
 */
export const protocolOf = (name: string, number: number, transport = 'TCP'): string => {
  const found = portProtocolOf({ name, number, protocol: transport });
  return found === undefined ? 'UnsupportedProtocol' : (spellings[found] ?? found);
};
