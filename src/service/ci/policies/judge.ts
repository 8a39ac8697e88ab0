import type { RequestContext, Clock, ServiceSettings } from '../../route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { errorDecision } from './decision-on.ts';
import { engineOf } from './engine.ts';
import { bundleWithId, policySetOf, writePolicySet } from './here.ts';
import type { Decision } from './rego/index.ts';
import type { DecisionLog, Metadata, PolicyBundle } from './stored.ts';

/** The policies of an owner at one moment. */
export interface Policies { readonly owner: string; readonly id: string | null; readonly bundle: PolicyBundle; readonly enabled: boolean }
/** A decision, and all that is written down of it. */
export interface Judgment extends Policies { readonly decision: Decision; readonly metadata: Metadata; readonly began: Date; readonly timeTaken: number }

export const policiesOf = async (view: ReadTransaction, owner: string): Promise<Policies> => {
  const set = await policySetOf(view, owner);
  const id = set?.body.bundle ?? null;
  return { owner, id, bundle: await bundleWithId(view, id), enabled: set?.body.enabled ?? false };
};

interface Means { readonly clock: Clock; readonly settings: ServiceSettings }
type Question = { readonly text: string; readonly metadata: Metadata };

/** Judges, outside of any unit of work. `misread`: why the text is no configuration. */
export const judge = async ({ clock, settings }: Means, policies: Policies, { text, metadata }: Question): Promise<Judgment | { readonly misread: string; readonly began: Date }> => {
  const began = clock.now();
  const files = Object.fromEntries(policies.bundle.documents.map(({ file, content }) => [file, content]));
  const verdict = await engineOf(settings).decide({ bundle: policies.id, files, text, metadata, now: BigInt(began.getTime()) * 1_000_000n });
  if ('misread' in verdict) return { ...verdict, began };
  return { ...policies, decision: verdict.decision, metadata, began, timeTaken: clock.now().getTime() - began.getTime() };
};

/** Writes a decision down, whatever it is, with the policies that made it: they may have been replaced meanwhile. */
export const writeDecision = async (writing: Pick<RequestContext<Transaction>, 'tx' | 'newId'>, judgment: Judgment): Promise<StoredRecord<DecisionLog>> => {
  const { tx, newId } = writing;
  const { owner, id: bundle, bundle: body, decision, metadata, began, timeTaken } = judgment;
  const set = await policySetOf(tx, owner) ?? await writePolicySet(writing, owner, {}, undefined);
  if (bundle !== null && !await tx.get('ci-policy-bundles', bundle)) await tx.insert<PolicyBundle>({ id: bundle, kind: 'ci-policy-bundles', scope: set.id, key: bundle, name: '', body });
  const [id, createdAt] = [newId('uuid'), began.toISOString()];
  return tx.insert<DecisionLog>({ id, kind: 'ci-policy-decisions', scope: set.id, key: id, name: createdAt, body: {
    createdAt, decision, metadata, policies: Object.fromEntries(body.documents.map(({ name, hash }) => [name, hash])), timeTaken, bundle,
  } });
};

/** Whether a pipeline must not start: a rule failed hard, or nobody can tell (ERROR). */
export const blocks = ({ decision: { status } }: Pick<Judgment, 'decision'>): boolean => status === 'HARD_FAIL' || status === 'ERROR';

/**
 * What a pipeline asks before it starts, outside of any unit of work; `writeDecision` logs it in one. Undefined when the
 * owner's settings do not want pipelines judged. `owner`: the organization's id; `text`: the configuration's YAML.
 */
export const judgePipeline = async (read: <T>(work: (view: ReadTransaction) => Promise<T>) => Promise<T>, means: Means, owner: string, question: Question): Promise<Judgment | undefined> => {
  const policies = await read((view) => policiesOf(view, owner));
  if (!policies.enabled) return undefined;
  const judged = await judge(means, policies, question);
  if (!('misread' in judged)) return judged;
  return { ...policies, decision: errorDecision(`the configuration ${judged.misread}`), metadata: question.metadata, began: judged.began, timeTaken: means.clock.now().getTime() - judged.began.getTime() };
};
