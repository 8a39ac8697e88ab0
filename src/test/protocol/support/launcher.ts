import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcherScript } from '../../../protocol/launcher-script.ts';
import { callsFile, entryFile, handshakeFile, serverFile, standbyFile } from '../../../protocol/plugin-files.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { protocolClient, type ProtocolClient } from '../client.ts';
import { bundleFixture, cookie } from './plugin.ts';

const bundled = dirname(await bundleFixture(temporaryFolder()));

export interface LaunchedPlugin {
  readonly child: ChildProcess;
  /** What it has written to standard error so far. */
  stderr(): string;
  /** Its first line, or nothing when it ended before one. */
  readonly line: Promise<string>;
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** A client of it, as an engine would be one. */
  connect(): Promise<ProtocolClient>;
  /** Ends it as an engine does, and returns its exit status. */
  shutDown(): Promise<number | string>;
}

export interface Launchers {
  /** Of the processes that wait for engines. */
  readonly folder: string;
  /** Starts the launcher as an engine does. */
  launch(environment?: Readonly<Record<string, string>>, cwd?: string): LaunchedPlugin;
  /** Process IDs. */
  waiting(): readonly number[];
  /** The processes that wait, as soon as there is one. */
  oneWaiting(): Promise<number>;
}

export const isRunning = (id: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

/** Waits until the condition holds; throws after ten seconds. */
export const until = async (condition: () => boolean, what: string): Promise<void> => {
  for (const since = Date.now(); !condition(); await sleep(10)) if (Date.now() - since > 10_000) throw new Error(`waited for ${what}`);
};

const created: Launchers[] = [];
/** Ends what still waits for engines. */
export const endWaiting = (): void => {
  for (const id of created.flatMap(({ waiting }) => waiting())) if (isRunning(id)) process.kill(id);
};

/** The fixture provider behind its launcher, with a cache of its own. `shell`: what runs the launcher. */
export const createLaunchers = (shell = '/bin/sh'): Launchers => {
  const room = temporaryFolder();
  const program = join(room, 'terraform-provider-fixture_v1.0.0');
  for (const file of [entryFile, handshakeFile, standbyFile, serverFile, callsFile]) cpSync(join(bundled, file), join(room, file));
  const script = launcherScript({ bundleFile: entryFile, minimumNode: '20.19', digest: 'fixture' });
  writeFileSync(program, script.replace('/bin/sh', shell), { mode: 0o755 });
  const cache = join(room, 'code');
  mkdirSync(cache, { mode: 0o700 });
  const folder = join(cache, 'standby-fixture');
  const base = {
    TF_PLUGIN_MAGIC_COOKIE: cookie,
    PLUGIN_PROTOCOL_VERSIONS: '6',
    PLUGIN_UNIX_SOCKET_DIR: room,
    SLIPWAY_CODE_CACHE: cache,
    // Longer than a test waits for what ends sooner.
    SLIPWAY_STANDBY: '60',
  };
  const waiting = (): readonly number[] => {
    try {
      return readdirSync(folder).flatMap((name) => (name.endsWith('.idle') ? [Number.parseInt(name, 10)] : []));
    } catch {
      return [];
    }
  };
  const launchers: Launchers = {
    folder,
    launch: (environment = {}, cwd = room) => {
      // Files, because Node.js gives sockets to its children, which nobody else can open. Engines give pipes.
      const output = temporaryFolder();
      const read = (name: string): string => readFileSync(join(output, name), 'utf8');
      const streams = ['out', 'err'].map((name) => openSync(join(output, name), 'a'));
      const env = { PATH: process.env['PATH'] ?? '', ...base, ...environment };
      const child = spawn(program, [], { cwd, env, stdio: ['ignore', ...streams] });
      streams.forEach(closeSync);
      let hasEnded = false;
      const ended = once(child, 'exit').then(([status, signal]) => {
        hasEnded = true;
        return (status ?? signal) as number | string;
      });
      const line = until(() => hasEnded || read('out').includes('\n'), 'its first line').then(() => read('out').split('\n')[0]!);
      const connect = async () => protocolClient(`unix:${(await line).split('|')[3]}`);
      const shutDown = async () => {
        const client = await connect();
        await client.raw('/plugin.GRPCController/Shutdown', Buffer.alloc(0));
        client.close();
        return ended;
      };
      return { child, stderr: () => read('err'), line, ended, connect, shutDown };
    },
    waiting,
    oneWaiting: async () => {
      await until(() => waiting().length > 0, 'a process that waits');
      return waiting()[0]!;
    },
  };
  created.push(launchers);
  return launchers;
};
