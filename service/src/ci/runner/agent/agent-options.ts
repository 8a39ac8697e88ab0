import { UsageError } from './agent-io.ts';

/** Options as `--name value` or `--name=value`, flags as `--name`; other arguments are in `words`. */
export interface AgentOptions {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** @throws UsageError for an unknown option, or one without a value. */
export function parseAgentOptions(given: readonly string[], named: readonly string[], flagNames: readonly string[]): AgentOptions {
  const values: Record<string, string> = {};
  const [flags, words] = [new Set<string>(), [] as string[]];
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!;
    const [, name, value] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) {
      if (/^-./.test(word)) throw new UsageError(`unknown option ${word}`);
      words.push(word);
    } else if (flagNames.includes(name) && value === undefined) flags.add(name);
    else if (named.includes(name)) {
      const found = value ?? given[++at];
      if (found === undefined) throw new UsageError(`--${name} needs a value`);
      values[name] = found;
    } else throw new UsageError(`unknown option --${name}`);
  }
  return { values, flags, words };
}

/** A whole number that an option has, or else a variable of the job. @throws UsageError for anything else. */
export function readNumber(text: string, name: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw new UsageError(`${name} is not a number: ${text}`);
  return Number(text);
}
