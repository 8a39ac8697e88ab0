import { portProtocolOf } from '../analysis/port-protocol.ts';

/** The spellings of protocols that sinks use. */
const spellings: Readonly<Record<string, string>> = { 'GRPC-WEB': 'GRPC-Web', MONGO: 'Mongo', REDIS: 'Redis', MYSQL: 'MySQL' };

/**
 * The protocol of a Service's port: UDP where the transport is UDP, else by the first word of its name, else by its number.
 * `UnsupportedProtocol`: none of them determines it, and sinks detect it from the traffic.
 */
export const protocolOf = (name: string, number: number, transport = 'TCP'): string => {
  const found = portProtocolOf({ name, number, protocol: transport });
  return found === undefined ? 'UnsupportedProtocol' : (spellings[found] ?? found);
};
