import { createModuleCompiler, type EvaluationContext, evaluatePolicy, maxOutputEntries, type PolicyInput } from './evaluate-policy.ts';
import { countResults, type PolicyResult, type PolicySetResult } from './policy-result.ts';

/** A policy set that is ready to be evaluated. Plain data, because it is sent to a worker thread. */
export interface PolicySetInput {
  readonly name: string;
  readonly description: string | null;
  readonly overridable: boolean;
  readonly toolVersion: string;
  readonly policies: readonly PolicyInput[];
  /** Texts by file. */
  readonly files: { readonly [file: string]: string };
  /** Why nothing of it can be evaluated. */
  readonly error?: string;
}
export interface PolicyEvaluationTask {
  readonly sets: readonly PolicySetInput[];
  /** The plan as `show -json` writes it; undefined: the run has none. */
  readonly plan: string | undefined;
  /** `input.run` */
  readonly run: object;
  readonly now: bigint;
}

const cutOutput = (result: PolicyResult): PolicyResult => ({ ...result, output: result.output.slice(0, maxOutputEntries) });

const listWarnings = (results: readonly PolicyResult[]): readonly string[] =>
  results
    .filter(({ output }) => output.length > maxOutputEntries)
    .map(
      ({ policy_name, output }) =>
        `the output of the policy ${policy_name} has ${output.length} entries; the first ${maxOutputEntries} are kept`,
    );

const evaluateSet = (set: PolicySetInput, context: EvaluationContext): PolicySetResult => {
  const { name, description, overridable, toolVersion, policies, files, error } = set;
  const compile = createModuleCompiler(files);
  const results = error === undefined ? policies.map((policy) => evaluatePolicy(policy, compile, context)) : [];
  const counts = countResults(results);
  return {
    name,
    description,
    overridable,
    toolVersion,
    error: error ?? null,
    warnings: listWarnings(results),
    counts: error === undefined ? counts : { ...counts, errored: 1 },
    results: results.map(cutOutput),
  };
};

/** What policy sets in Rego say of a run: `input.plan` and `input.run`. It never throws because of what sets or plans contain. */
export const evaluatePolicySets = ({ sets, plan, run, now }: PolicyEvaluationTask): readonly PolicySetResult[] => {
  const context = { input: { plan: plan === undefined ? null : (JSON.parse(plan) as unknown), run }, now };
  return sets.map((set) => evaluateSet(set, context));
};
