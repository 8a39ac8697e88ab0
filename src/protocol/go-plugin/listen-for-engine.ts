import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListenAddress } from './handshake.ts';

/** Bytes of a socket path, without the zero behind it, on the strictest of the systems (macOS). */
const pathLimit = 103;

/** A path that is short enough, or undefined: then there is only TCP. */
export const socketPath = (folders: readonly string[]): string | undefined =>
  folders
    .map((folder) => join(folder, `slipway-${randomBytes(8).toString('hex')}.sock`))
    .find((path) => Buffer.byteLength(path) <= pathLimit);

const awaitListening = (server: Server, start: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    start();
  });

const listenOnUnix = async (server: Server, path: string): Promise<ListenAddress> => {
  // The socket is created inside listen(): no other user may be able to connect, not even before a chmod.
  const usual = process.umask(0o177);
  try {
    await awaitListening(server, () => server.listen(path));
  } finally {
    process.umask(usual);
  }
  const unlink = () => {
    try {
      unlinkSync(path);
    } catch {
      /* the server closed: Node took it away */
    }
  };
  process.once('exit', unlink);
  server.once('close', () => process.off('exit', unlink));
  return { network: 'unix', at: path };
};

const listenOnTcp = async (server: Server, first: number, last: number): Promise<ListenAddress> => {
  for (let port = first; ; port++) {
    try {
      await awaitListening(server, () => server.listen(port, '127.0.0.1'));
      return { network: 'tcp', at: `127.0.0.1:${(server.address() as AddressInfo).port}` };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= last) throw error;
    }
  }
};

/** Listens on a unix socket that only this user can open; on loopback TCP if there are none, or if requested. */
export const listenForEngine = (
  server: Server,
  environment: Readonly<Record<string, string | undefined>>,
  network?: 'unix' | 'tcp',
): Promise<ListenAddress> => {
  const requestMessage = network ?? (environment['SLIPWAY_PLUGIN_NETWORK'] === 'tcp' || process.platform === 'win32' ? 'tcp' : 'unix');
  const path = requestMessage === 'unix' ? socketPath([environment['PLUGIN_UNIX_SOCKET_DIR'] || tmpdir(), '/tmp']) : undefined;
  return path === undefined
    ? listenOnTcp(server, Number(environment['PLUGIN_MIN_PORT']) || 0, Number(environment['PLUGIN_MAX_PORT']) || 0)
    : listenOnUnix(server, path);
};
