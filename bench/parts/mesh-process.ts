import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { cleanEnvironment } from './environment.ts';
import { copyPrograms } from './programs.ts';

export interface MeshProcess {
  /** `host:port` of its API of gRPC. */
  readonly address: string;
  readonly pid: number;
  /** Milliseconds from exec until it serves. */
  readonly readyAfter: number;
  end(): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        done(port);
      });
    });
  });

/** `mesh-config server` over a folder of files, without TLS and without what writes files outside it. */
export const meshProcess = async (folder: string, args: readonly string[] = [], node: readonly string[] = []): Promise<MeshProcess> => {
  const address = `127.0.0.1:${await freePort()}`;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...node,
      copyPrograms().meshConfig,
      'server',
      `--configPath=${folder}`,
      '--watchConfigFiles',
      '--insecure',
      `--server-address=tcp://${address}`,
      '--enable-validation=false',
      '--livenessProbePath=',
      '--readinessProbePath=',
      '--monitoringPort=0',
      '--ctrlz_port=0',
      `--meshConfigFile=${folder}/mesh`,
      ...args,
    ],
    { env: { ...cleanEnvironment, SOURCE_SERVER_STREAM_BURST_SIZE: '1000' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
  });
  const readyAfter = await new Promise<number>((done, fail) => {
    child.once('error', fail);
    void ended.then((code) => {
      fail(new Error(`mesh-config server ended with ${code}: ${output.slice(-2000)}`));
    });
    const heard = (text: Buffer): void => {
      output = (output + text.toString()).slice(-10_000);
      if (output.includes('serving: ')) done(performance.now() - began);
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
  });
  return {
    address,
    pid: child.pid!,
    readyAfter,
    end: async () => {
      const from = performance.now();
      child.kill('SIGTERM');
      const code = await ended;
      return { code, milliseconds: performance.now() - from };
    },
  };
};
