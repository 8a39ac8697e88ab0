import { type DocumentNode, getNode, isPresent, numberOf, textOf } from '../../document-node.ts';
import { type Violations, violationAt } from '../rule.ts';

export const maxPort = 65_535;
export const httpProtocols: ReadonlySet<string> = new Set(['HTTP', 'HTTP2', 'HTTP_PROXY', 'GRPC', 'GRPC-WEB']);
export const tlsProtocols: ReadonlySet<string> = new Set(['HTTPS', 'TLS']);
const protocols = ['HTTP', 'HTTPS', 'GRPC', 'GRPC-WEB', 'HTTP2', 'MONGO', 'TCP', 'TLS', 'UDP', 'MYSQL', 'REDIS', 'HTTP_PROXY'];
const known: ReadonlySet<string> = new Set(protocols);

/** The protocol of a port in capitals; empty if there is none. */
export const protocolNameOf = (port: DocumentNode): string => (textOf(getNode(port, 'protocol')) ?? '').toUpperCase();
export const isKnownProtocol = (protocol: string): boolean => known.has(protocol);

export function* validateProtocol(port: DocumentNode): Violations {
  const node = getNode(port, 'protocol');
  if (protocolNameOf(port) === '') yield violationAt(port, 'port has no protocol');
  else if (!known.has(protocolNameOf(port)))
    yield violationAt(node, `${JSON.stringify(node.value)} is not a protocol: expected one of ${protocols.join(', ')}`);
}

export const describePortRange = (value: unknown): string => `port number ${JSON.stringify(value)} must be in the range 1..${maxPort}`;

/** `least`: 0 where that means "not set". */
export function* validatePortNumber(node: DocumentNode, least: 0 | 1): Violations {
  const number = numberOf(node);
  if (number !== undefined && (number < least || number > maxPort)) yield violationAt(node, describePortRange(number));
}

/** `{number: 80}`; the number is required. */
export function* validatePortSelector(selector: DocumentNode): Violations {
  if (!isPresent(selector)) return;
  const number = getNode(selector, 'number');
  if (isPresent(number)) yield* validatePortNumber(number, 1);
  else yield violationAt(selector, 'port has no number');
}
