import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';

/** What of a plan people set at the command line; the engine's own options of these names. */
export interface EngineOptions {
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
  readonly target?: readonly string[];
  readonly replace?: readonly string[];
  readonly refreshOnly?: boolean;
  readonly parallelism?: string;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
const collectVariable = (text: string, before?: readonly string[]): readonly string[] => {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError('Write NAME=VALUE.');
  return collect(text, before);
};
const parseParallelism = (text: string): string => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return text;
};

/** The options of commands that plan. A destruction replaces nothing. */
export const engineOptions = (command: Command, { destroys = false } = {}): Command => {
  command
    .option('--var <name=value>', 'value of a variable of the stack; can be repeated', collectVariable)
    .option('--var-file <file>', 'file with values of variables; can be repeated', collect)
    .option('--target <address>', 'only this resource and its dependencies; can be repeated', collect)
    .option('--parallelism <number>', 'concurrent operations (default: 10)', parseParallelism);
  if (destroys) return command;
  return command
    .option('--replace <address>', 'replace this resource; can be repeated', collect)
    .option('--refresh-only', 'only update the state with changes from outside');
};

export const parallelismArguments = ({ parallelism }: EngineOptions): readonly string[] =>
  parallelism === undefined ? [] : [`-parallelism=${parallelism}`];

/** The arguments of the engine's `plan`. Files are below the folder in which the command runs. */
export const planArguments = (options: EngineOptions): readonly string[] => [
  ...(options.var ?? []).map((value) => `-var=${value}`),
  ...(options.varFile ?? []).map((file) => `-var-file=${resolve(file)}`),
  ...(options.target ?? []).map((address) => `-target=${address}`),
  ...(options.replace ?? []).map((address) => `-replace=${address}`),
  ...(options.refreshOnly ? ['-refresh-only'] : []),
  ...parallelismArguments(options),
];
