import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

/** The built program, serving a folder of files without a cluster. */
export interface RunningProgram {
  readonly process: ChildProcess;
  /** What it has written so far. */
  output(): string;
  /** With its exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}
export interface ProgramFolder {
  /** Files that it serves. */
  readonly config: string;
  readonly socket: string;
  readonly liveness: string;
  readonly readiness: string;
  readonly ports: { readonly monitoring: number; readonly introspection: number };
}

export const createProgramFolder = async (): Promise<ProgramFolder> => {
  const folder = temporaryFolder({ 'config/.keep': '', 'run/.keep': '' });
  return {
    config: join(folder, 'config'),
    socket: join(folder, 'run', 's'),
    liveness: join(folder, 'run', 'live'),
    readiness: join(folder, 'run', 'ready'),
    ports: { monitoring: await freePort(), introspection: await freePort() },
  };
};

const program = resolve(import.meta.dirname, '../../../cli/bin/mesh-config.cjs');
export const startProgram = ({ config, socket, liveness, readiness, ports }: ProgramFolder, ...more: readonly string[]): RunningProgram => {
  const running = spawn(
    process.execPath,
    [
      program,
      'server',
      '--insecure',
      '--enable-validation=false',
      '--configPath',
      config,
      '--meshConfigFile',
      join(config, 'mesh'),
      '--server-address',
      `unix://${socket}`,
      '--livenessProbePath',
      liveness,
      '--readinessProbePath',
      readiness,
      '--monitoringPort',
      String(ports.monitoring),
      '--ctrlz_port',
      String(ports.introspection),
      ...more,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const out of [running.stdout, running.stderr])
    out.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return {
    process: running,
    output: () => said,
    ended: new Promise((done) => {
      running.on('close', (code, signal) => {
        done(signal ?? code ?? -1);
      });
    }),
  };
};

export const waitUntil = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds()))
    await new Promise((done) => {
      setTimeout(done, 5);
    });
};
/** Resolves when it serves; rejects with its output if it ends before. */
export const waitUntilServing = async (running: RunningProgram): Promise<RunningProgram> => {
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  await waitUntil(() => {
    if (over) throw new Error(`mesh-config ended: ${running.output()}`);
    return running.output().includes('\tserving: ');
  });
  return running;
};
export const remainingFiles = ({ socket, liveness, readiness }: ProgramFolder): readonly string[] =>
  [socket, liveness, readiness].filter((path) => existsSync(path));
