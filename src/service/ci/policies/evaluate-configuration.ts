import type { RequestContext, Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { createErrorDecision } from './evaluate-policies.ts';
import { selectPolicyEngine } from './select-policy-engine.ts';
import { loadPolicyBundle, findPolicySet, savePolicySet } from './policy-sets.ts';
import type { Decision } from './decide.ts';
import type { DecisionLog, PolicyMetadata, PolicyBundle } from './policy-records.ts';

/** The policies of an owner at one moment. */
export interface PolicySnapshot {
  readonly owner: string;
  readonly id: string | null;
  readonly bundle: PolicyBundle;
  readonly enabled: boolean;
}
/** A decision, and all that is written down of it. */
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
type EvaluationRequest = { readonly text: string; readonly metadata: PolicyMetadata };

/** Judges, outside of any unit of work. `misread`: why the text is no configuration. */
export const evaluateConfiguration = async (
  { clock, settings }: PolicyEvaluationContext,
  policies: PolicySnapshot,
  { text, metadata }: EvaluationRequest,
): Promise<EvaluatedDecision | { readonly misread: string; readonly began: Date }> => {
  const began = clock.now();
  const files = Object.fromEntries(policies.bundle.documents.map(({ file, content }) => [file, content]));
  const verdict = await selectPolicyEngine(settings).decide({
    bundle: policies.id,
    files,
    text,
    metadata,
    now: BigInt(began.getTime()) * 1_000_000n,
  });
  if ('misread' in verdict) return { ...verdict, began };
  return { ...policies, decision: verdict.decision, metadata, began, timeTaken: clock.now().getTime() - began.getTime() };
};

/** Writes a decision down, whatever it is, with the policies that made it: they may have been replaced meanwhile. */
export const saveDecision = async (
  writing: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  judgment: EvaluatedDecision,
): Promise<StoredRecord<DecisionLog>> => {
  const { tx, newId } = writing;
  const { owner, id: bundle, bundle: body, decision, metadata, began, timeTaken } = judgment;
  const set = (await findPolicySet(tx, owner)) ?? (await savePolicySet(writing, owner, {}, undefined));
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

/** Whether a pipeline must not start: a rule failed hard, or nobody can tell (ERROR). */
export const isBlockingDecision = ({ decision: { status } }: Pick<EvaluatedDecision, 'decision'>): boolean =>
  status === 'HARD_FAIL' || status === 'ERROR';

/**
 * What a pipeline asks before it starts, outside of any unit of work; `writeDecision` logs it in one. Undefined when the
 * owner's settings do not want pipelines judged. `owner`: the organization's id; `text`: the configuration's YAML.
 */
export const evaluatePipelinePolicies = async (
  read: <T>(work: (view: ReadTransaction) => Promise<T>) => Promise<T>,
  means: PolicyEvaluationContext,
  owner: string,
  question: EvaluationRequest,
): Promise<EvaluatedDecision | undefined> => {
  const policies = await read((view) => loadPolicies(view, owner));
  if (!policies.enabled) return undefined;
  const judged = await evaluateConfiguration(means, policies, question);
  if (!('misread' in judged)) return judged;
  return {
    ...policies,
    decision: createErrorDecision(`the configuration ${judged.misread}`),
    metadata: question.metadata,
    began: judged.began,
    timeTaken: means.clock.now().getTime() - judged.began.getTime(),
  };
};
