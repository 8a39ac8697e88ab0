/** Numbers of policies by outcome. */
export interface PolicyCounts {
  readonly 'advisory-failed': number;
  readonly 'mandatory-failed': number;
  readonly passed: number;
  readonly errored: number;
}
/** The outcome of one policy, with the names of documents. */
export interface PolicyResult {
  readonly enforcement_level: string;
  readonly query: string | null;
  readonly status: 'passed' | 'failed' | 'errored';
  readonly policy_name: string;
  readonly description: string;
  /** What the query gave: the violations. Of a policy that could not be evaluated: a sentence. */
  readonly output: readonly unknown[];
}
/** The result of evaluating a policy set in a run. */
export interface PolicySetResult {
  readonly name: string;
  readonly description: string | null;
  readonly overridable: boolean;
  readonly toolVersion: string;
  /** Why the set could not be evaluated. */
  readonly error: string | null;
  readonly warnings: readonly string[];
  readonly counts: PolicyCounts;
  readonly results: readonly PolicyResult[];
}

/** Sums counts; policies that could not be evaluated count regardless of their level. */
export const countResults = (results: readonly PolicyResult[]): PolicyCounts => {
  const count = (matches: (result: PolicyResult) => boolean): number => results.filter(matches).length;
  return {
    'advisory-failed': count(({ status, enforcement_level }) => status === 'failed' && enforcement_level === 'advisory'),
    'mandatory-failed': count(({ status, enforcement_level }) => status === 'failed' && enforcement_level !== 'advisory'),
    passed: count(({ status }) => status === 'passed'),
    errored: count(({ status }) => status === 'errored'),
  };
};
export const addCounts = (all: readonly PolicyCounts[]): PolicyCounts => {
  const sum = (name: keyof PolicyCounts): number => all.reduce((total, counts) => total + counts[name], 0);
  return {
    'advisory-failed': sum('advisory-failed'),
    'mandatory-failed': sum('mandatory-failed'),
    passed: sum('passed'),
    errored: sum('errored'),
  };
};
