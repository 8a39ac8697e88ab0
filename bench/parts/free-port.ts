import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of the loopback interface that nothing listens on at the moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        done(port);
      });
    });
  });
