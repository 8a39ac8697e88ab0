import type { Compiled } from '../index.ts';
import type { Severity } from './finding.ts';

/** A place of an instance with a schema, as a rule is asked about it. */
export interface RuleInput {
  readonly compiled: Compiled;
  readonly value: unknown;
}

/** A problem that a rule found: its location in the value, and a message. */
export interface Problem {
  /** RFC 6901, in the value asked about. */
  readonly pointer: string;
  readonly message: string;
  readonly replacement?: string;
  /** The value could have another meaning under that name: no fix is offered. */
  readonly isUncertain?: true;
  /** Versions between which a deprecated field still works: they move the severity. */
  readonly since?: string;
  readonly removedIn?: string;
}

/** One file of `rules/`. */
export interface Rule {
  readonly id: string;
  /** One sentence for `--help`, SARIF and the README. */
  readonly doc: string;
  readonly severity: Severity | 'off';
  check(asked: RuleInput): Iterable<Problem>;
}
