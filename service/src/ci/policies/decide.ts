import {
  compareStrings,
  entriesOf,
  type EvaluationLimits,
  fromJson,
  getField,
  isArray,
  isObject,
  isSet,
  isString,
  membersOf,
  type ObjectValue,
  PolicyError,
  query,
  RegoQueryError,
  type RegoValue,
} from '@slipway/rego';
import type { Bundle } from './compile-bundle.ts';

export interface Violation {
  readonly rule: string;
  readonly reason: string;
}
export interface Decision {
  readonly status: 'PASS' | 'SOFT_FAIL' | 'HARD_FAIL' | 'ERROR';
  readonly enabled_rules: readonly string[];
  readonly hard_failures: readonly Violation[];
  readonly soft_failures: readonly Violation[];
  /** Why the policies could not be evaluated (ERROR), or why nothing was evaluated (PASS). */
  readonly reason?: string;
}
export interface DecisionInput {
  /** The configuration, as plain JSON. */
  readonly input: unknown;
  /** The value of `data.meta`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<EvaluationLimits>;
  readonly now?: bigint;
}

const membersOfCollection = (value: RegoValue | undefined): readonly RegoValue[] | undefined =>
  value === undefined ? [] : isSet(value) ? membersOf(value) : isArray(value) ? value : undefined;

/** The names of rules in a set or array. */
function enabledRuleNames(org: ObjectValue, switchName: string): ReadonlySet<string> {
  const members = membersOfCollection(getField(org, switchName));
  if (!members) throw new RegoQueryError(`${switchName} is not a set of rule names`);
  return new Set(members.filter(isString));
}

/** The reasons of a violated rule: a string, the strings in a set or array, or the string values of an object. */
function violationReasons(value: RegoValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (isString(value)) return [value];
  const listed = isObject(value) ? entriesOf(value).map(([, reason]) => reason) : (membersOfCollection(value) ?? []);
  return listed.filter(isString);
}
const sortViolations = (violations: readonly Violation[]): readonly Violation[] =>
  [...violations].sort((left, right) => compareStrings(left.rule + left.reason, right.rule + right.reason));

function decideByRules(org: ObjectValue): Decision {
  const [enabled, hard, enabledHard] = [
    enabledRuleNames(org, 'enable_rule'),
    enabledRuleNames(org, 'hard_fail'),
    enabledRuleNames(org, 'enable_hard'),
  ];
  const rules = [...new Set([...enabled, ...enabledHard])].sort(compareStrings);
  const violations = rules.flatMap((rule) => violationReasons(getField(org, rule)).map((reason) => ({ rule, reason })));
  const isHard = ({ rule }: Violation) => hard.has(rule) || enabledHard.has(rule);
  const [hardFailures, softFailures] = [
    sortViolations(violations.filter(isHard)),
    sortViolations(violations.filter((each) => !isHard(each))),
  ];
  return {
    status: hardFailures.length ? 'HARD_FAIL' : softFailures.length ? 'SOFT_FAIL' : 'PASS',
    enabled_rules: rules,
    hard_failures: hardFailures,
    soft_failures: softFailures,
    ...(rules.length ? {} : { reason: 'no rule is enabled' }),
  };
}
/** The decision for a document of the package `org` that another engine evaluated, as plain JSON. @throws RegoQueryError */
export const decideDocument = (org: unknown): Decision => {
  const value = fromJson(org);
  if (!isObject(value)) throw new RegoQueryError('the package org is not an object');
  return decideByRules(value);
};

const noRules = { enabled_rules: [], hard_failures: [], soft_failures: [] };

/**
 * Evaluates the rules that a bundle enables: a violation is soft with `enable_rule`, hard with `enable_hard` or with `hard_fail` and
 * `enable_rule`. A bundle that cannot be evaluated gives the status ERROR with a reason, not an exception.
 */
export function decide(bundle: Bundle, { input, metadata, limits, now }: DecisionInput): Decision {
  if (bundle.policies.length === 0) return { status: 'PASS', ...noRules, reason: 'there are no policies' };
  try {
    const { value } = query(bundle, 'data.org', {
      input,
      data: { meta: metadata ?? {} },
      ...(limits ? { limits } : {}),
      ...(now === undefined ? {} : { now }),
    });
    return decideByRules(value as ObjectValue);
  } catch (error) {
    if (error instanceof PolicyError || error instanceof RegoQueryError) return { status: 'ERROR', ...noRules, reason: error.message };
    throw error;
  }
}
