import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A network between a sink and a source, which can fail as networks do. */
export interface TestNetwork {
  readonly address: string;
  /** Stops reading from the source: its socket fills, and nothing is lost. */
  holdBack(): void;
  /** It is taken again. */
  letThrough(): void;
  /** Nothing goes either way, and no connection ends: what comes is lost. New connections fare alike. */
  silence(): void;
  /** New connections are whole. */
  heal(): void;
  stop(): void;
}

export const createTestNetwork = async (to: string): Promise<TestNetwork> => {
  const [host, port] = to.split(':') as [string, string];
  const far = new Set<Socket>(),
    near = new Set<Socket>();
  let silent = false,
    held = false;
  const carry = (from: Socket, into: Socket): void => {
    let lost = silent;
    from.on('data', (bytes) => {
      lost ||= silent;
      if (lost || into.write(bytes)) return;
      from.pause();
      into.once('drain', () => {
        if (!held || !far.has(from)) from.resume();
      });
    });
    from.on('error', () => {});
    from.on('close', () => {
      lost ||= silent;
      if (!lost) into.destroy();
    });
  };
  const server = createServer((one) => {
    const other = connect(Number(port), host);
    near.add(one);
    far.add(other);
    carry(one, other);
    carry(other, one);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdBack: () => {
      held = true;
      for (const one of far) one.pause();
    },
    letThrough: () => {
      held = false;
      for (const one of far) one.resume();
    },
    silence: () => {
      silent = true;
    },
    heal: () => {
      silent = false;
    },
    stop: () => {
      for (const one of [...far, ...near]) one.destroy();
      server.close();
    },
  };
};
