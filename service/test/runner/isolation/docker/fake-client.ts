/**
 * A program `docker` that makes no container: it records its words and its variables, and runs the command of a container as a process of
 * this machine, with the variables that a container would have. Signals come on its standard input, as they do for a container.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

/** What the client answers; by default everything succeeds. */
export interface FakeAnswers {
  /** What it writes to standard error before a container runs, and how it then ends instead, where that is said. */
  readonly run?: { readonly says: string; readonly code?: number };
  /** Names of containers. */
  readonly ps?: readonly string[];
  /** Standard error of a command that fails. */
  readonly failures?: { readonly [command: string]: string };
}

const script = `
const { appendFileSync, readFileSync } = require('fs');
const { spawn } = require('child_process');
const argv = process.argv.slice(2);
const answers = JSON.parse(readFileSync(__dirname + '/answers.json', 'utf8'));
appendFileSync(__dirname + '/calls', JSON.stringify({ argv, env: process.env }) + '\\n');
const failure = (answers.failures ?? {})[argv[0]];
if (failure !== undefined) { process.stderr.write(failure + '\\n'); process.exit(argv[0] === 'run' ? 125 : 1); }
if (argv[0] === 'ps') process.stdout.write((answers.ps ?? []).join('\\n') + '\\n');
if (argv[0] === 'run') {
  if (answers.run) process.stderr.write(answers.run.says + '\\n');
  if (answers.run?.code !== undefined) process.exit(answers.run.code);
  const env = {};
  argv.forEach((word, at) => { if (word === '--env' && argv[at + 1] in process.env) env[argv[at + 1]] = process.env[argv[at + 1]]; });
  const entered = argv.slice(argv.indexOf('slipway-enter') + 1);
  const count = Number(entered[0]);
  entered.slice(1, count + 1).forEach((name, at) => {
    const number = 'SLIPWAY_VALUE_' + (count - at);
    env[name] = env[number];
    delete env[number];
  });
  const [folder, file, ...words] = entered.slice(count + 1);
  const child = spawn(file, words, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  process.stdin.on('data', (text) => { for (const name of String(text).trim().split('\\n')) child.kill('SIG' + name); }).unref();
  child.on('exit', (code, signal) => {
    const number = code ?? 128 + require('os').constants.signals[signal];
    process.stderr.write('slipway-ended ' + number + '\\n', () => process.exit(number));
  });
}
`;

export interface FakeCall {
  readonly argv: readonly string[];
  readonly env: { readonly [name: string]: string };
}

export interface FakeClient {
  /** The folder that it is in. */
  readonly folder: string;
  readonly program: string;
  /** Its calls so far. */
  calls(): readonly FakeCall[];
}

export const createFakeClient = (answers: FakeAnswers = {}, name = 'docker'): FakeClient => {
  const folder = temporaryFolder({ 'answers.json': JSON.stringify(answers), [name]: `#!${process.execPath}\n${script}` });
  chmodSync(join(folder, name), 0o755);
  const record = join(folder, 'calls');
  writeFileSync(join(folder, 'package.json'), '{"type": "commonjs"}');
  return {
    folder,
    program: join(folder, name),
    calls: () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line)),
  };
};
