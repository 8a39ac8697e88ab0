import type { ServerDuplexStream } from '@grpc/grpc-js';
import { TLSSocket, type DetailedPeerCertificate } from 'node:tls';
import { identitiesOf } from './identities.ts';

interface GrpcCallInternals {
  readonly call?: { readonly stream?: { readonly session?: { readonly socket?: unknown } } };
}

/**
 * The identities in the certificates of a call's other side. gRPC exposes the certificate but not its issuers; these are read from the
 * socket, and if a release of gRPC hides it, only the certificate counts.
 */
export const peerIdentitiesOf = (call: ServerDuplexStream<unknown, unknown>): readonly string[] => {
  const { sslPeerCertificate } = call.getAuthContext();
  if (!sslPeerCertificate) return [];
  const socket = (call as unknown as GrpcCallInternals).call?.stream?.session?.socket;
  const chain: DetailedPeerCertificate | undefined = socket instanceof TLSSocket ? socket.getPeerCertificate(true) : undefined;
  return identitiesOf(chain ?? sslPeerCertificate);
};
