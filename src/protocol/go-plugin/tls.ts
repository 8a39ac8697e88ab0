import { constants } from 'node:crypto';
import type { Server, TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** The bytes of the first certificate of a PEM text. */
export const pemToDer = (pem: string): Buffer =>
  Buffer.from(/-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/.exec(pem)?.[1] ?? '', 'base64');

/**
 * Mutual TLS where both sides know the other's one certificate. The client's is compared byte by byte, which is stricter than a check
 * against an authority; `ca: []` keeps Node from parsing the roots it brings along (18 to 36 ms at every start). The module of Node.js is
 * loaded here, while an engine that has the handshake line connects.
 */
export const mutualTls = (certificate: Certificate): Server =>
  process.getBuiltinModule('node:tls').createServer({
    key: certificate.key,
    cert: certificate.pem,
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    // Node.js would make a digest of the command line.
    sessionIdContext: 'plugin',
    minVersion: 'TLSv1.2',
    // An engine connects once. For tickets OpenSSL would decode the certificate of the client twice more.
    secureOptions: constants.SSL_OP_NO_TICKET,
  });

/**
 * Accepts only this client: accepted connections are passed to the server by its event `connection`. Returns a function that ends this,
 * after which the server can be used for another client.
 */
export const acceptClient = (server: Server, client: Buffer, accept: (socket: TLSSocket) => void): (() => void) => {
  const check = (socket: TLSSocket): void => {
    socket.on('error', () => socket.destroy());
    const peer = socket.getPeerX509Certificate();
    if (client.length > 0 && peer !== undefined && client.equals(peer.raw)) accept(socket);
    else socket.destroy();
  };
  server.on('secureConnection', check);
  return () => void server.off('secureConnection', check);
};
