import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { cleanEnvironment } from './environment.ts';
import { findFreePort } from './free-port.ts';
import { copyPrograms } from './programs.ts';

export interface MeshProcess {
  /** `host:port` of its gRPC API. */
  readonly address: string;
  readonly pid: number;
  /** Milliseconds from exec until it serves. */
  readonly readyAfter: number;
  end(): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

type MeshChild = ChildProcessByStdio<null, Readable, Readable>;

const spawnServer = (address: string, folder: string, args: readonly string[], node: readonly string[]): MeshChild =>
  spawn(
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

/** The milliseconds since `began` at which the program logged that it serves; rejects when it ends before that. */
const timeUntilServing = (child: MeshChild, ended: Promise<number | null>, began: number): Promise<number> => {
  let output = '';
  return new Promise<number>((done, fail) => {
    child.once('error', fail);
    void ended.then((code) => {
      fail(new Error(`mesh-config server ended with ${code}: ${output.slice(-2000)}`));
    });
    const readOutput = (text: Buffer): void => {
      output = (output + text.toString()).slice(-10_000);
      if (output.includes('serving: ')) done(performance.now() - began);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
  });
};

/** `mesh-config server` over a folder of files, without TLS and without the options that write files elsewhere. */
export const meshProcess = async (folder: string, args: readonly string[] = [], node: readonly string[] = []): Promise<MeshProcess> => {
  const address = `127.0.0.1:${await findFreePort()}`;
  const began = performance.now();
  const child = spawnServer(address, folder, args, node);
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
  });
  const readyAfter = await timeUntilServing(child, ended, began);
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
