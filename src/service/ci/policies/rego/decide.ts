import { PolicyFault, Unanswerable } from './fault.ts';
import type { Bundle } from './bundle.ts';
import type { Limits } from './evaluate/run.ts';
import { query } from './query.ts';
import { compareStrings, entriesOf, fieldOf, fromJson, isArray, isObject, isSet, isString, membersOf, type ObjectValue, type Value } from './values/index.ts';

export interface Violation { readonly rule: string; readonly reason: string }
export interface Decision {
  readonly status: 'PASS' | 'SOFT_FAIL' | 'HARD_FAIL' | 'ERROR';
  readonly enabled_rules: readonly string[];
  readonly hard_failures: readonly Violation[];
  readonly soft_failures: readonly Violation[];
  /** Why there is no verdict (ERROR), or why there was nothing to judge (PASS). */
  readonly reason?: string;
}
export interface Judged {
  /** The configuration, as plain JSON. */
  readonly input: unknown;
  /** What policies see as `data.meta`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
  readonly now?: bigint;
}

const membersIn = (value: Value | undefined): readonly Value[] | undefined => (value === undefined ? [] : isSet(value) ? membersOf(value) : isArray(value) ? value : undefined);

/** The rules that a set (or an array) of names names. */
function named(org: ObjectValue, switchName: string): ReadonlySet<string> {
  const members = membersIn(fieldOf(org, switchName));
  if (!members) throw new Unanswerable(`${switchName} is no set of rule names`);
  return new Set(members.filter(isString));
}

/** Why a rule is violated: a string, strings in a set or array, or the strings that an object has as values. */
function reasons(value: Value | undefined): readonly string[] {
  if (value === undefined) return [];
  if (isString(value)) return [value];
  const listed = isObject(value) ? entriesOf(value).map(([, reason]) => reason) : membersIn(value) ?? [];
  return listed.filter(isString);
}
const ordered = (violations: readonly Violation[]): readonly Violation[] => [...violations].sort((left, right) => compareStrings(left.rule + left.reason, right.rule + right.reason));

function judge(org: ObjectValue): Decision {
  const [enabled, hard, both] = [named(org, 'enable_rule'), named(org, 'hard_fail'), named(org, 'enable_hard')];
  const rules = [...new Set([...enabled, ...both])].sort(compareStrings);
  const violations = rules.flatMap((rule) => reasons(fieldOf(org, rule)).map((reason) => ({ rule, reason })));
  const isHard = ({ rule }: Violation) => hard.has(rule) || both.has(rule);
  const [hardFailures, softFailures] = [ordered(violations.filter(isHard)), ordered(violations.filter((each) => !isHard(each)))];
  return {
    status: hardFailures.length ? 'HARD_FAIL' : softFailures.length ? 'SOFT_FAIL' : 'PASS',
    enabled_rules: rules, hard_failures: hardFailures, soft_failures: softFailures,
    ...(rules.length ? {} : { reason: 'no rule is enabled' }),
  };
}
/** The decision that a document of the package `org` stands for, as plain JSON: what another engine evaluated. @throws Unanswerable */
export const judgeDocument = (org: unknown): Decision => {
  const value = fromJson(org);
  if (!isObject(value)) throw new Unanswerable('the package org is no object');
  return judge(value);
};

const none = { enabled_rules: [], hard_failures: [], soft_failures: [] };

/**
 * Judges a configuration by the rules that a bundle enables: `enable_rule` softly, `enable_hard`, or `hard_fail` beside
 * `enable_rule`, hard. What cannot be evaluated is the status ERROR with its reason, never a throw.
 */
export function decide(bundle: Bundle, { input, metadata, limits, now }: Judged): Decision {
  if (bundle.policies.length === 0) return { status: 'PASS', ...none, reason: 'there are no policies' };
  try {
    const { value } = query(bundle, 'data.org', { input, data: { meta: metadata ?? {} }, ...(limits ? { limits } : {}), ...(now === undefined ? {} : { now }) });
    return judge(value as ObjectValue);
  } catch (error) {
    if (error instanceof PolicyFault || error instanceof Unanswerable) return { status: 'ERROR', ...none, reason: error.message };
    throw error;
  }
}
