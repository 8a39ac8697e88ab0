import type { RequestContext, Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { Problem } from '../../http/problem.ts';
import { createErrorDecision } from './error-decision.ts';
import type { PolicyEvaluationInput, PolicyEvaluationResult } from './evaluate-policies.ts';
import { selectPolicyEngine } from './select-policy-engine.ts';
import { loadPolicyBundle, findPolicySet, savePolicySet } from './policy-sets.ts';
import type { Decision } from './decide.ts';
import type { DecisionLog, PolicyMetadata, PolicyBundle } from './policy-records.ts';

/** The policies of an owner in one snapshot. */
export interface PolicySnapshot {
  readonly owner: string;
  readonly id: string | null;
  readonly bundle: PolicyBundle;
  readonly enabled: boolean;
}
/** A decision with everything that its log contains. */
export interface EvaluatedDecision extends PolicySnapshot {
  readonly decision: Decision;
  readonly metadata: PolicyMetadata;
  readonly began: Date;
  readonly timeTaken: number;
}

export const loadPolicies = async (view: ReadTransaction, owner: string): Promise<PolicySnapshot> => {
  const set = await findPolicySet(view, owner);
  const id = set?.body.bundle ?? null;
  return { owner, id, bundle: await loadPolicyBundle(view, id), enabled: set?.body.enabled ?? false };
};

interface PolicyEvaluationContext {
  readonly clock: Clock;
  readonly settings: ServiceSettings;
}
interface EvaluationRequest {
  readonly text: string;
  /** The compiled configuration, as YAML. */
  readonly compiled?: string;
  readonly metadata: PolicyMetadata;
}

/** Every failure of an engine becomes a decision, because a pipeline must not wait for one for ever; only 503 is tried again. */
const describeDefect = (error: unknown): PolicyEvaluationResult => {
  if (error instanceof Problem && error.status === 503) throw error;
  const [message] = (error instanceof Error ? error.message : String(error)).split('\n');
  return { decision: createErrorDecision(`This is a bug in Slipway; please report it: evaluating the policies failed: ${message}`) };
};

/** Evaluates a configuration, outside of any transaction. `invalidInput`: why the text is not a configuration. */
export const evaluateConfiguration = async (
  { clock, settings }: PolicyEvaluationContext,
  policies: PolicySnapshot,
  { text, compiled, metadata }: EvaluationRequest,
): Promise<EvaluatedDecision | { readonly misread: string; readonly began: Date }> => {
  const began = clock.now();
  const files = Object.fromEntries(policies.bundle.documents.map(({ file, content }) => [file, content]));
  const input: PolicyEvaluationInput = {
    bundle: policies.id,
    files,
    text,
    ...(compiled === undefined ? {} : { compiled }),
    metadata,
    now: BigInt(began.getTime()) * 1_000_000n,
  };
  const result = await selectPolicyEngine(settings).decide(input).catch(describeDefect);
  if ('misread' in result) return { ...result, began };
  return { ...policies, decision: result.decision, metadata, began, timeTaken: clock.now().getTime() - began.getTime() };
};

/** Logs a decision with the policies that made it, which may have been replaced in the meantime. */
export const saveDecision = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  judgment: EvaluatedDecision,
): Promise<StoredRecord<DecisionLog>> => {
  const { tx, newId } = ctx;
  const { owner, id: bundle, bundle: body, decision, metadata, began, timeTaken } = judgment;
  const set = (await findPolicySet(tx, owner)) ?? (await savePolicySet(ctx, owner, {}, undefined));
  if (bundle !== null && !(await tx.get('ci-policy-bundles', bundle)))
    await tx.insert<PolicyBundle>({ id: bundle, kind: 'ci-policy-bundles', scope: set.id, key: bundle, name: '', body });
  const [id, createdAt] = [newId('uuid'), began.toISOString()];
  return tx.insert<DecisionLog>({
    id,
    kind: 'ci-policy-decisions',
    scope: set.id,
    key: id,
    name: createdAt,
    body: {
      createdAt,
      decision,
      metadata,
      policies: Object.fromEntries(body.documents.map(({ name, hash }) => [name, hash])),
      timeTaken,
      bundle,
    },
  });
};

/** Whether a decision stops a pipeline: a rule failed hard, or the policies could not be evaluated. */
export const isBlockingDecision = ({ decision: { status } }: Pick<EvaluatedDecision, 'decision'>): boolean =>
  status === 'HARD_FAIL' || status === 'ERROR';

/**
 * Evaluates the policies for a pipeline before it starts, outside of any transaction; `saveDecision` logs the result in one. Undefined
 * when the settings of the owner do not enable decisions. `owner`: id of the organization; `text`: the configuration in YAML.
 */
export const evaluatePipelinePolicies = async (
  read: <T>(work: (view: ReadTransaction) => Promise<T>) => Promise<T>,
  context: PolicyEvaluationContext,
  owner: string,
  request: EvaluationRequest,
): Promise<EvaluatedDecision | undefined> => {
  const policies = await read((view) => loadPolicies(view, owner));
  if (!policies.enabled) return undefined;
  const result = await evaluateConfiguration(context, policies, request);
  if (!('misread' in result)) return result;
  return {
    ...policies,
    decision: createErrorDecision(`the configuration ${result.misread}`),
    metadata: request.metadata,
    began: result.began,
    timeTaken: context.clock.now().getTime() - result.began.getTime(),
  };
};
