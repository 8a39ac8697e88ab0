import { getCompiledBundle } from './compiled-bundles.ts';
import { readPolicyInput } from './policy-input.ts';
import { compileBundle } from './compile-bundle.ts';
import { decide, type Decision } from './decide.ts';
import { PolicyError } from '@slipway/rego';
import { shortenMessage } from './shorten-message.ts';
import type { PolicyMetadata } from './policy-records.ts';

/** A configuration's text, and by which policies it is judged. Plain data: it may go to another thread. */
export interface PolicyEvaluationInput {
  /** The bundle's id; null: there are no policies. */
  readonly bundle: string | null;
  readonly files: { readonly [file: string]: string };
  readonly text: string;
  readonly metadata: PolicyMetadata;
  /** Nanoseconds since 1970. */
  readonly now: bigint;
}
/** What the policies say, or why the text is no configuration: it ends a sentence. */
export type PolicyEvaluationResult = { readonly decision: Decision } | { readonly misread: string };

/** Statements and members looked at: a fraction of a second. */
export const maxPolicySteps = 300_000;
const emptyBundle = compileBundle({});

export const createErrorDecision = (reason: string): Decision => ({
  status: 'ERROR',
  enabled_rules: [],
  hard_failures: [],
  soft_failures: [],
  reason: shortenMessage(reason),
});

const decideByBundle = ({ bundle, files, metadata, now }: PolicyEvaluationInput, input: unknown, steps: number): Decision => {
  try {
    const decision = decide(bundle === null ? emptyBundle : getCompiledBundle(bundle, files), { input, metadata, now, limits: { steps } });
    return decision.status === 'ERROR' ? createErrorDecision(decision.reason ?? '') : decision;
  } catch (fault) {
    if (fault instanceof PolicyError) return createErrorDecision(fault.message);
    throw fault;
  }
};

/** By the embedded interpreter. Never throws for what is in the text or the policies. */
export const evaluatePolicies = (judged: PolicyEvaluationInput, steps = maxPolicySteps): PolicyEvaluationResult => {
  const read = readPolicyInput(judged.text);
  return 'misread' in read ? read : { decision: decideByBundle(judged, read.input, steps) };
};

/** Whether it was not decided for want of so many steps. */
export const isStepLimitExceeded = (verdict: PolicyEvaluationResult, steps: number): boolean =>
  'decision' in verdict &&
  verdict.decision.status === 'ERROR' &&
  (verdict.decision.reason ?? '').endsWith(`the evaluation takes more than ${steps} steps`);
