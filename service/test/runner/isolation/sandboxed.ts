/** Processes in a sandbox, as root and as an ordinary user, and the same without one. */
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Test } from 'uvu';
import { findIsolation } from '../../../src/runner/isolation/find-isolation.ts';
import { IsolationUnavailable } from '../../../src/runner/isolation/trial.ts';
import type { Isolation, RunNetwork, Sandbox } from '../../../src/runner/isolation/isolation.ts';
import { markVariable } from '../../../src/runner/marked-processes.ts';
import { type ProcessExit, type RunningProcess, startProcess } from '../../../src/runner/start-process.ts';
import { wrapCommand } from '../../../src/runner/isolation/wrap-command.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

/** Undefined: bubblewrap does not work on this machine; `reason` says why. */
export const findBubblewrap = async (network: RunNetwork = { kind: 'none' }): Promise<{ isolation?: Isolation; reason: string }> => {
  try {
    return { isolation: (await findIsolation({ kind: 'bubblewrap', network, reads: [], hides: [] })).isolation!, reason: '' };
  } catch (error) {
    if (!(error instanceof IsolationUnavailable)) throw error;
    return { reason: error.message };
  }
};

const { isolation: found, reason } = await findBubblewrap();
/** `test`, where bubblewrap works; otherwise it is skipped with the reason. */
export const isolated = <T>(test: Test<T>): Test<T> | ReturnType<typeof skipWithReason<T>> => (found ? test : skipWithReason(test, reason));

export const users = process.getuid?.() === 0 ? (['root', 'ordinary'] as const) : (['own'] as const);
export type User = 'root' | 'ordinary' | 'own';
const ordinary = 65_534;

/** The folders of one piece of work, of another, and of a service. */
export interface Places {
  readonly user: User;
  readonly own: string;
  readonly temporary: string;
  readonly other: string;
  readonly data: string;
  readonly mark: string;
}

export const createPlaces = (user: User): Places => {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  const at = (name: string): string => join(root, name);
  for (const name of ['own', 'tmp', 'other', 'data']) {
    mkdirSync(at(name));
    if (user === 'ordinary') chownSync(at(name), ordinary, ordinary);
  }
  for (const [name, text] of [
    ['other/secret', 'CANARY of another run'],
    ['data/slipway.key', 'CANARY of the service'],
  ] as const) {
    writeFileSync(at(name), text, { mode: 0o600 });
    if (user === 'ordinary') chownSync(at(name), ordinary, ordinary);
  }
  return { user, own: at('own'), temporary: at('tmp'), other: at('other'), data: at('data'), mark: `test/${randomUUID()}` };
};

export interface Outcome extends ProcessExit {
  readonly output: string;
}

/** A process of this user that is put into a sandbox, or into none. */
export const start = (
  places: Places,
  script: string,
  kind: 'bubblewrap' | 'none',
  variables: { readonly [name: string]: string } = {},
  more: Partial<Sandbox> = {},
): { readonly running: RunningProcess; readonly over: Promise<Outcome> } => {
  const { user, own, temporary, other, data, mark } = places;
  const sandbox = { isolation: found!, folders: [own, temporary], temporary, programs: [process.execPath], ...more };
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    OWN: own,
    OTHER: other,
    DATA: data,
    NODE: process.execPath,
    ...variables,
    [markVariable]: mark,
  };
  const command = { argv: ['/bin/sh', '-c', script], folder: own, environment };
  const whole = { ...command, ...(kind === 'none' ? {} : { sandbox }) };
  const asUser = ['setpriv', `--reuid=${ordinary}`, `--regid=${ordinary}`, '--clear-groups'];
  let output = '';
  const take = async (chunk: Buffer): Promise<void> => {
    output += chunk.toString();
  };
  // The other user starts what is isolated as well: `bwrap` is then a program without rights.
  const inner = user === 'ordinary' ? { ...whole, ...wrapCommand(whole), sandbox: undefined } : whole;
  const running = startProcess(user === 'ordinary' ? { ...inner, argv: [...asUser, ...inner.argv] } : inner, take);
  return { running, over: running.exit.then((exit) => ({ ...exit, output })) };
};

export const run = (...given: Parameters<typeof start>): Promise<Outcome> => start(...given).over;
