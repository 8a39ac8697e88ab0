import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';

/** An argument of the engine, and its place among those of its kind: of two values of a variable, the engine takes the later one. */
interface VariableArgument {
  readonly at: number;
  readonly argument: string;
}
/** The plan options that users set at the command line, with the engine's own names. */
export interface EngineOptions {
  readonly var?: readonly VariableArgument[];
  readonly varFile?: readonly VariableArgument[];
  readonly target?: readonly string[];
  readonly replace?: readonly string[];
  readonly refreshOnly?: boolean;
  readonly parallelism?: string;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
/** Both options of variables, which keep the order in which they are given together. Files are below the folder of the command. */
const createVariableCollectors = () => {
  let count = 0;
  const add = (before: readonly VariableArgument[], argument: string): readonly VariableArgument[] => [
    ...before,
    { at: count++, argument },
  ];
  return {
    collectValue: (text: string, before: readonly VariableArgument[] = []) => {
      if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError('Write NAME=VALUE.');
      return add(before, `-var=${text}`);
    },
    collectFile: (file: string, before: readonly VariableArgument[] = []) => add(before, `-var-file=${resolve(file)}`),
  };
};
const parseParallelism = (text: string): string => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return text;
};

/** The options of commands that plan. A destruction has no `--replace`. */
export const engineOptions = (command: Command, { destroys = false } = {}): Command => {
  const { collectValue, collectFile } = createVariableCollectors();
  command
    .option('--var <name=value>', 'value of a variable of the stack; can be repeated', collectValue)
    .option('--var-file <file>', 'file with values of variables; can be repeated', collectFile)
    .option('--target <address>', 'only this resource and its dependencies; can be repeated', collect)
    .option('--parallelism <number>', 'concurrent operations (default: 10)', parseParallelism);
  if (destroys) return command;
  return command
    .option('--replace <address>', 'replace this resource; can be repeated', collect)
    .option('--refresh-only', 'only update the state with changes from outside');
};

export const parallelismArguments = ({ parallelism }: EngineOptions): readonly string[] =>
  parallelism === undefined ? [] : [`-parallelism=${parallelism}`];

/** The arguments of the engine's `plan`. */
export const planArguments = (options: EngineOptions): readonly string[] => [
  ...[...(options.var ?? []), ...(options.varFile ?? [])].toSorted((a, b) => a.at - b.at).map(({ argument }) => argument),
  ...(options.target ?? []).map((address) => `-target=${address}`),
  ...(options.replace ?? []).map((address) => `-replace=${address}`),
  ...(options.refreshOnly ? ['-refresh-only'] : []),
  ...parallelismArguments(options),
];
