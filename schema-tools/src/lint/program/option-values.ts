import { InvalidArgumentError } from 'commander';
import type { Severity } from '../finding.ts';

const timeUnits: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, '': 1000 };

/** `10s`, `500ms`, `2m`; a bare number is seconds. In milliseconds. */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|)$/.exec(text) ?? [];
  const value = number === undefined ? 0 : Number(number) * timeUnits[unit!]!;
  // Longer than this Node's clock cannot wait.
  if (value < 1 || value > 2 ** 31 - 1) throw new InvalidArgumentError('Write a time such as 10s, 500ms or 2m.');
  return value;
}

export const countParser =
  (least: number) =>
  (text: string): number => {
    if (!/^\d+$/.test(text) || Number(text) < least) throw new InvalidArgumentError(`Write a whole number from ${least}.`);
    return Number(text);
  };

export type RuleSeverities = Readonly<Record<string, Severity | 'off'>>;

/** `deprecated=error`, gathered over its repetitions. */
export function parseRuleSeverity(text: string, before: RuleSeverities = {}): RuleSeverities {
  const [, rule, severity] = /^([^=]+)=(error|warning|info|off)$/.exec(text) ?? [];
  if (rule === undefined) throw new InvalidArgumentError('Write a rule and error, warning, info or off: deprecated=error.');
  return { ...before, [rule]: severity as Severity | 'off' };
}

export const appendValue = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];
