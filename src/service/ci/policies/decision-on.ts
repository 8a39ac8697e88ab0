import { compiled } from './compiled.ts';
import { readInput } from './input.ts';
import { compileBundle, decide, type Decision, PolicyFault } from './rego/index.ts';
import { shortened } from './shortened.ts';
import type { Metadata } from './stored.ts';

/** A configuration's text, and by which policies it is judged. Plain data: it may go to another thread. */
export interface Judged {
  /** The bundle's id; null: there are no policies. */
  readonly bundle: string | null;
  readonly files: { readonly [file: string]: string };
  readonly text: string;
  readonly metadata: Metadata;
  /** Nanoseconds since 1970. */
  readonly now: bigint;
}
/** What the policies say, or why the text is no configuration: it ends a sentence. */
export type Verdict = { readonly decision: Decision } | { readonly misread: string };

/** Statements and members looked at: a fraction of a second. */
export const mostSteps = 300_000;
const noPolicies = compileBundle({});

export const errorDecision = (reason: string): Decision => ({ status: 'ERROR', enabled_rules: [], hard_failures: [], soft_failures: [], reason: shortened(reason) });

const decided = ({ bundle, files, metadata, now }: Judged, input: unknown, steps: number): Decision => {
  try {
    const decision = decide(bundle === null ? noPolicies : compiled(bundle, files), { input, metadata, now, limits: { steps } });
    return decision.status === 'ERROR' ? errorDecision(decision.reason ?? '') : decision;
  } catch (fault) {
    if (fault instanceof PolicyFault) return errorDecision(fault.message);
    throw fault;
  }
};

/** By the embedded interpreter. Never throws for what is in the text or the policies. */
export const decisionOn = (judged: Judged, steps = mostSteps): Verdict => {
  const read = readInput(judged.text);
  return 'misread' in read ? read : { decision: decided(judged, read.input, steps) };
};

/** Whether it was not decided for want of so many steps. */
export const isUnfinished = (verdict: Verdict, steps: number): boolean =>
  'decision' in verdict && verdict.decision.status === 'ERROR' && (verdict.decision.reason ?? '').endsWith(`the evaluation takes more than ${steps} steps`);
