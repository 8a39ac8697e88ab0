import { hostname, tmpdir } from 'node:os';
import type { BuildInfo } from '../build-info.ts';
import { notAllowed, type Page, type Topic } from './topic.ts';

const pairs = (values: Readonly<Record<string, string | number | boolean>>, head: readonly [string, string] = ['What', 'Value']): Page => ({ tables: [{ head, rows: Object.entries(values) }] });
const reading = (name: string, title: string, about: string, values: () => Readonly<Record<string, string | number | boolean>>): Topic => ({
  name, title, about, page: () => pairs(values()), json: ({ method, rest }) => (method === 'GET' && rest === '' ? { status: 200, json: values() } : notAllowed),
});

export const version = (build: BuildInfo): Topic => reading('version', 'Version', 'What was built, of what.', () => ({ ...build }));

export const processFacts = (): Topic => reading('proc', 'Process', 'The process as the system knows it.', () => ({
  pid: process.pid, ppid: process.ppid, uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, hostname: hostname(), folder: process.cwd(), temporary_folder: tmpdir(),
  uptime_seconds: Math.round(process.uptime()), platform: `${process.platform} ${process.arch}`,
}));

const collect = (): boolean => {
  const collector = (globalThis as { readonly gc?: () => void }).gc;
  collector?.();
  return collector !== undefined;
};
export const memory = (): Topic => ({
  ...reading('mem', 'Memory', 'Bytes in use.', () => ({ ...process.memoryUsage() })),
  page: () => ({ tables: [{ head: ['What', 'Bytes'], rows: Object.entries(process.memoryUsage()) }, { head: ['Collection'], rows: [[{ text: 'collect what is not used any more', put: '/memj/forcecollection' }]] }] }),
  json: ({ method, rest }) => {
    if (rest === '') return method === 'GET' ? { status: 200, json: { ...process.memoryUsage() } } : notAllowed;
    if (rest !== 'forcecollection') return { status: 404, json: { error: 'there is /memj/ and /memj/forcecollection' } };
    if (method === 'GET') return notAllowed;
    return { status: 202, json: { collected: collect() } };
  },
});

const secretName = /pass|secret|token|key|credential|auth|cookie|session|private|signature|dsn|connection/i;
/** A secret inside an address: `postgres://user:…@host`. */
const inAddress = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s@]+@/gi;
/** The environment without what is probably secret: by a variable's name, and inside addresses. */
export const environmentShown = (variables: NodeJS.ProcessEnv): Readonly<Record<string, string>> => Object.fromEntries(Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, value = '']) => [name, secretName.test(name) ? '*****' : value.replaceAll(inAddress, '$1:*****@')]));
export const environment = (variables: NodeJS.ProcessEnv = process.env): Topic =>
  ({ ...reading('env', 'Environment', 'Variables of the environment; what may be a secret is masked.', () => environmentShown(variables)) });

export const args = (words: readonly string[] = process.argv.slice(2)): Topic => ({
  name: 'arg', title: 'Arguments', about: 'The command line.', page: () => ({ tables: [{ head: ['#', 'Argument'], rows: words.map((word, index) => [index, word]) }] }),
});

/** Signals that may be sent by introspection. */
const signals = ['SIGUSR1'] as const;
export const signal = (send: (name: NodeJS.Signals) => void): Topic => ({
  name: 'signal', title: 'Signals', about: 'SIGUSR1 has the configuration files read again.',
  page: () => ({ tables: [{ head: ['Signal'], rows: signals.map((name) => [{ text: name, put: `/signalj/${name}` }]) }] }),
  json: ({ method, rest }) => {
    if (!(signals as readonly string[]).includes(rest)) return { status: 404, json: { error: `expected ${signals.map((name) => `/signalj/${name}`).join(', ')}` } };
    if (method === 'GET') return notAllowed;
    send(rest as NodeJS.Signals);
    return { status: 202 };
  },
});
