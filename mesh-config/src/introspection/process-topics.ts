import { hostname, tmpdir } from 'node:os';
import type { BuildInfo } from '../build-info.ts';
import { methodNotAllowed, type Page, type Topic } from './topic.ts';

const createPairsPage = (
  values: Readonly<Record<string, string | number | boolean>>,
  head: readonly [string, string] = ['What', 'Value'],
): Page => ({ tables: [{ head, rows: Object.entries(values) }] });
const createReadOnlyTopic = (
  name: string,
  title: string,
  about: string,
  values: () => Readonly<Record<string, string | number | boolean>>,
): Topic => ({
  name,
  title,
  description: about,
  page: () => createPairsPage(values()),
  json: ({ method, path: rest }) => (method === 'GET' && rest === '' ? { status: 200, json: values() } : methodNotAllowed),
});

export const createVersionTopic = (build: BuildInfo): Topic =>
  createReadOnlyTopic('version', 'Version', 'What was built, of what.', () => ({ ...build }));

export const createProcessTopic = (): Topic =>
  createReadOnlyTopic('proc', 'Process', 'The process as the system knows it.', () => ({
    pid: process.pid,
    ppid: process.ppid,
    uid: process.getuid?.() ?? -1,
    gid: process.getgid?.() ?? -1,
    hostname: hostname(),
    folder: process.cwd(),
    temporary_folder: tmpdir(),
    uptime_seconds: Math.round(process.uptime()),
    platform: `${process.platform} ${process.arch}`,
  }));

const collectGarbage = (): boolean => {
  const collector = (globalThis as { readonly gc?: () => void }).gc;
  collector?.();
  return collector !== undefined;
};
export const createMemoryTopic = (): Topic => ({
  ...createReadOnlyTopic('mem', 'Memory', 'Bytes in use.', () => ({ ...process.memoryUsage() })),
  page: () => ({
    tables: [
      { head: ['What', 'Bytes'], rows: Object.entries(process.memoryUsage()) },
      { head: ['Collection'], rows: [[{ text: 'collect what is not used any more', put: '/memj/forcecollection' }]] },
    ],
  }),
  json: ({ method, path: rest }) => {
    if (rest === '') return method === 'GET' ? { status: 200, json: { ...process.memoryUsage() } } : methodNotAllowed;
    if (rest !== 'forcecollection') return { status: 404, json: { error: 'there is /memj/ and /memj/forcecollection' } };
    if (method === 'GET') return methodNotAllowed;
    return { status: 202, json: { collected: collectGarbage() } };
  },
});

const secretName = /pass|secret|token|key|credential|auth|cookie|session|private|signature|dsn|connection/i;
/** A secret inside an address: `postgres://user:…@host`. */
const addressSecret = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s@]+@/gi;
/** The environment without what is probably secret: by a variable's name, and inside addresses. */
export const maskEnvironment = (variables: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value = '']) => [name, secretName.test(name) ? '*****' : value.replaceAll(addressSecret, '$1:*****@')]),
  );
export const createEnvironmentTopic = (variables: NodeJS.ProcessEnv = process.env): Topic => ({
  ...createReadOnlyTopic('env', 'Environment', 'Variables of the environment; what may be a secret is masked.', () =>
    maskEnvironment(variables),
  ),
});

export const createArgumentsTopic = (words: readonly string[] = process.argv.slice(2)): Topic => ({
  name: 'arg',
  title: 'Arguments',
  description: 'The command line.',
  page: () => ({ tables: [{ head: ['#', 'Argument'], rows: words.map((word, index) => [index, word]) }] }),
});

/** Signals that may be sent by introspection. */
const sendableSignals = ['SIGUSR1'] as const;
export const createSignalTopic = (send: (name: NodeJS.Signals) => void): Topic => ({
  name: 'signal',
  title: 'Signals',
  description: 'SIGUSR1 has the configuration files read again.',
  page: () => ({ tables: [{ head: ['Signal'], rows: sendableSignals.map((name) => [{ text: name, put: `/signalj/${name}` }]) }] }),
  json: ({ method, path: rest }) => {
    if (!(sendableSignals as readonly string[]).includes(rest))
      return { status: 404, json: { error: `expected ${sendableSignals.map((name) => `/signalj/${name}`).join(', ')}` } };
    if (method === 'GET') return methodNotAllowed;
    send(rest as NodeJS.Signals);
    return { status: 202 };
  },
});
