import { Problem } from '../../problem.ts';
import { type RequestContext, type PreparationContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { limits } from '../configuration/index.ts';
import { anObject, bodyOf, invalid, may, must } from '../read.ts';
import { ok } from '../replies.ts';
import { renderBundle } from './documents.ts';
import { decisionsAsked } from './find-decisions.ts';
import { bundleWithId, decisionHere, ownerHere, policyPath, policySetOf } from './here.ts';
import { judge, type Judgment, policiesOf, writeDecision } from './judge.ts';
import { metadataSent } from './metadata.ts';
import type { Decision } from './rego/index.ts';
import type { DecisionLog } from './stored.ts';

const aText = { description: 'the text of a configuration', accepts: (value: unknown) => typeof value === 'string' };

const unlessEmpty = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {});
/** The hosted service leaves out what is empty. */
const renderDecision = (asking: RequestContext, { enabled_rules, hard_failures, soft_failures, reason, status }: Decision) => (asking.dialect === 'hosted'
  ? { ...unlessEmpty('enabled_rules', enabled_rules), ...unlessEmpty('hard_failures', hard_failures), ...unlessEmpty('soft_failures', soft_failures), ...(reason === undefined ? {} : { reason }), status }
  : { enabled_rules, hard_failures, soft_failures, reason: reason ?? null, status });

const renderLog = (asking: RequestContext) => ({ id, body }: StoredRecord<DecisionLog>) => ({
  id, created_at: body.createdAt, decision: renderDecision(asking, body.decision), metadata: body.metadata, policies: body.policies, time_taken_ms: body.timeTaken,
});

/** What is asked: 413 for a configuration that is longer than one may be. */
const questionSent = (asking: Pick<RequestContext, 'body'>) => {
  const { input, metadata } = bodyOf(asking, { input: must(aText), metadata: may(anObject) });
  const text = input as string;
  const about = metadataSent(metadata);
  if (text.length > limits.text) throw new Problem(413, [{ detail: `has ${text.length} characters; a configuration has at most ${limits.text}`, pointer: '/input' }]);
  return { text, metadata: about };
};

/** Judged before the unit of work: that takes its time. 400 for what is no YAML. */
const prepare = async (preparing: PreparationContext): Promise<Judgment> => {
  const policies = await preparing.read(async (asking) => policiesOf(asking.tx, (await ownerHere(asking)).id));
  const judged = await judge(preparing, policies, questionSent(preparing));
  if ('misread' in judged) throw invalid({ detail: judged.misread, pointer: '/input' });
  return judged;
};

export const routes = [
  route(`GET ${policyPath}/decision`, async (asking) => {
    const { id: owner } = await ownerHere(asking);
    const decisions = decisionsAsked(asking);
    const set = await policySetOf(asking.tx, owner);
    return ok(set ? (await decisions(set.id)).map(renderLog(asking)) : []);
  }),
  route(`POST ${policyPath}/decision`, async (asking) => {
    await ownerHere(asking);
    return ok(renderDecision(asking, (await writeDecision(asking, asking.prepared as Judgment)).body.decision));
  }, { prepare }),
  route(`GET ${policyPath}/decision/{decisionID}`, async (asking) => ok(renderLog(asking)(await decisionHere(asking)))),
  /** The policies as they were when they decided. */
  route(`GET ${policyPath}/decision/{decisionID}/policy-bundle`, async (asking) => ok(renderBundle(await bundleWithId(asking.tx, (await decisionHere(asking)).body.bundle)))),
];
