import { readPolicyInput } from './policy-input.ts';
import { compileBundle, type Bundle } from './compile-bundle.ts';
import { decide, type Decision } from './decide.ts';
import { PolicyError } from '@slipway/rego';
import { createErrorDecision } from './error-decision.ts';
import type { PolicyMetadata } from './policy-records.ts';

/** Characters of the policies in the cache. */
const maxCachedCharacters = 5_000_000;
const cachedBundles = new Map<string, { readonly bundle: Bundle; readonly size: number }>();

const cacheBundle = (id: string, bundle: Bundle): void => {
  cachedBundles.set(id, { bundle, size: bundle.policies.reduce((total, { content }) => total + content.length, 0) });
  let sum = 0;
  for (const [one, { size }] of [...cachedBundles].reverse()) {
    sum += size;
    if (one !== id && sum > maxCachedCharacters) cachedBundles.delete(one);
  }
};

/**
 * Compiles a stored bundle. Bundles never change: the least recently used ones leave the cache first.
 * @throws PolicyError for a bundle that an earlier release accepted and this one does not.
 */
const getCompiledBundle = (id: string, files: { readonly [file: string]: string }): Bundle => {
  const cached = cachedBundles.get(id)?.bundle;
  cachedBundles.delete(id);
  const bundle = cached ?? compileBundle(files);
  cacheBundle(id, bundle);
  return bundle;
};

/** The text of a configuration and the policies that apply to it. Plain data, because it is sent to a worker thread. */
export interface PolicyEvaluationInput {
  /** Id of the bundle; null when there are no policies. */
  readonly bundle: string | null;
  readonly files: { readonly [file: string]: string };
  readonly text: string;
  /** What the text compiles to, as YAML: `input._compiled_`. */
  readonly compiled?: string;
  readonly metadata: PolicyMetadata;
  /** Nanoseconds since 1970. */
  readonly now: bigint;
}
/** The decision, or why the text is not a configuration (the end of a sentence). */
export type PolicyEvaluationResult = { readonly decision: Decision } | { readonly misread: string };

/** Steps of an evaluation: a fraction of a second. */
export const maxPolicySteps = 300_000;
const emptyBundle = compileBundle({});

const decideByBundle = ({ bundle, files, metadata, now }: PolicyEvaluationInput, input: unknown, steps: number): Decision => {
  try {
    const decision = decide(bundle === null ? emptyBundle : getCompiledBundle(bundle, files), { input, metadata, now, limits: { steps } });
    return decision.status === 'ERROR' ? createErrorDecision(decision.reason ?? '') : decision;
  } catch (error) {
    if (error instanceof PolicyError) return createErrorDecision(error.message);
    throw error;
  }
};

/** Evaluates with the embedded interpreter. Never throws because of the text or the policies. */
export const evaluatePolicies = (input: PolicyEvaluationInput, steps = maxPolicySteps): PolicyEvaluationResult => {
  const read = readPolicyInput(input);
  return 'misread' in read ? read : { decision: decideByBundle(input, read.input, steps) };
};
