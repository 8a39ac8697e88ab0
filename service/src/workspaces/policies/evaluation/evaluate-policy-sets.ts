import type { RunSecrets } from '../../runs/engine/list-run-secrets.ts';
import { createPlanHider } from '../../runs/plan-documents/plan-secrets.ts';
import { hideValues } from '../../runs/plan-documents/redact-values.ts';
import type { SecretHider } from '../../runs/plan-documents/secret-hider.ts';
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
  /** Why the set cannot be evaluated. */
  readonly error?: string;
}
export interface PolicyEvaluationTask extends RunSecrets {
  readonly sets: readonly PolicySetInput[];
  /** The plan as `show -json` writes it; undefined: the run has none. */
  readonly plan: string | undefined;
  /** The value of `input.run`. */
  readonly run: object;
  readonly now: bigint;
}

/** Hides secrets in the output of a policy and limits its length: it may quote the plan, which has values of sensitive variables. */
const cutOutput = (hider: SecretHider, result: PolicyResult): PolicyResult => ({
  ...result,
  output: result.output.slice(0, maxOutputEntries).map((entry) => hideValues(hider, entry)),
});

const listWarnings = (results: readonly PolicyResult[]): readonly string[] =>
  results
    .filter(({ output }) => output.length > maxOutputEntries)
    .map(
      ({ policy_name, output }) =>
        `the output of the policy ${policy_name} has ${output.length} entries; the first ${maxOutputEntries} are kept`,
    );

const evaluateSet = (set: PolicySetInput, context: EvaluationContext, hider: SecretHider): PolicySetResult => {
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
    results: results.map((result) => cutOutput(hider, result)),
  };
};

/**
 * Evaluates policy sets in Rego for a run whose secrets are removed: `input.plan` and `input.run`. Never throws because of the contents of
 * sets or plans.
 */
export const evaluatePolicySets = ({ sets, plan: text, run, now, ...secrets }: PolicyEvaluationTask): readonly PolicySetResult[] => {
  const plan = text === undefined ? null : (JSON.parse(text) as { readonly [name: string]: unknown });
  const hider = createPlanHider(plan ?? {}, secrets);
  return sets.map((set) => evaluateSet(set, { input: { plan, run }, now }, hider));
};
