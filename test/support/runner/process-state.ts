import childProcess from 'node:child_process';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import timers from 'node:timers';

/** What all files of a process share, by name. */
export type ProcessState = ReadonlyMap<string, unknown>;

/** Objects whose members tests may replace. */
const shared: Readonly<Record<string, object>> = {
  globalThis,
  process,
  console,
  Math,
  Date,
  JSON,
  Error,
  performance,
  'Date.prototype': Date.prototype,
  'Socket.prototype': net.Socket.prototype,
  child_process: childProcess,
  dns,
  fs,
  http,
  https,
  net,
  os,
  timers,
};

/** Members that change without being replaced, or that the runner sets. */
const volatile = /^(UVU_|_|exitCode$|argv$|allowedNodeEnvironmentFlags$|title$)/;
/** Replaced once by a package (graceful-fs) as it is loaded, with functions that do the same. */
const wrapped: ReadonlySet<string> = new Set(['process.chdir', 'process.cwd', 'fs.close', 'fs.closeSync']);

/** The value of a member that is no getter. A getter of a global loads what it returns and becomes a value: it is called first. */
const readMember = (owner: object, name: string): unknown => {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (owner === globalThis && descriptor?.get) Reflect.get(owner, name);
  const { value, get } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  return get ?? value;
};

const listMembers = (label: string, owner: object): readonly (readonly [string, unknown])[] =>
  Object.getOwnPropertyNames(owner)
    .filter((name) => !volatile.test(name) && !wrapped.has(`${label}.${name}`))
    .map((name) => [`${label}.${name}`, readMember(owner, name)] as const)
    .filter(([, value]) => label === 'globalThis' || typeof value === 'function');

const listListeners = (): readonly (readonly [string, unknown])[] =>
  process
    .eventNames()
    .filter((name) => name !== 'exit')
    .map((name) => [`listeners for ${String(name)}`, process.listenerCount(name)] as const);

/** Environment, working directory, listeners of the process, globals, and the functions of Node that tests may replace. */
export const readProcessState = (): ProcessState =>
  new Map<string, unknown>([
    ['the working directory', process.cwd()],
    ['the mask of new files', process.umask()],
    ['Error.stackTraceLimit', Error.stackTraceLimit],
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ...listListeners(),
    ...Object.entries(shared).flatMap(([label, owner]) => listMembers(label, owner)),
  ]);

/** Gives the process the environment that it had: files set variables for all of their tests. */
export function restoreEnvironment(before: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name];
  Object.assign(process.env, before);
}

/** The names of what is otherwise, at most five. */
export const describeChanges = (before: ProcessState, after: ProcessState): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => !Object.is(before.get(name), after.get(name))).slice(0, 5);
