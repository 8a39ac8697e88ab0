import type { ServerDuplexStream } from '@grpc/grpc-js';
import { TLSSocket, type DetailedPeerCertificate } from 'node:tls';
import { identitiesOf } from './identities.ts';

interface GrpcCallInternals {
  readonly call?: { readonly stream?: { readonly session?: { readonly socket?: unknown } } };
}

/**
 * Whom the certificates of a call's other side name. gRPC shows the certificate and not those that vouch for it; these
 * are asked of its socket, and where a release of it hides that, the certificate alone speaks.
 */
export const peerIdentitiesOf = (call: ServerDuplexStream<unknown, unknown>): readonly string[] => {
  const { sslPeerCertificate } = call.getAuthContext();
  if (!sslPeerCertificate) return [];
  const socket = (call as unknown as GrpcCallInternals).call?.stream?.session?.socket;
  const chain: DetailedPeerCertificate | undefined = socket instanceof TLSSocket ? socket.getPeerCertificate(true) : undefined;
  return identitiesOf(chain ?? sslPeerCertificate);
};
