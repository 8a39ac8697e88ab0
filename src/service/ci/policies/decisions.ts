import { Problem } from '../../http/problem.ts';
import { type RequestContext, type PreparationContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { configurationLimits } from '../configuration/index.ts';
import { objectMember, parseCiBody, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { renderPolicyBundle } from './render-policies.ts';
import { parseDecisionQuery } from './find-decisions.ts';
import { loadPolicyBundle, requireDecision, requirePolicyOwner, policyPath, findPolicySet } from './policy-sets.ts';
import { evaluateConfiguration, type EvaluatedDecision, loadPolicies, saveDecision } from './evaluate-configuration.ts';
import { parsePolicyMetadata } from './metadata.ts';
import type { Decision } from './decide.ts';
import type { DecisionLog } from './policy-records.ts';

const configurationTextMember = { description: 'the text of a configuration', accepts: (value: unknown) => typeof value === 'string' };

const omitEmptyList = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {});
/** The hosted service leaves out what is empty. */
const renderDecision = (asking: RequestContext, { enabled_rules, hard_failures, soft_failures, reason, status }: Decision) =>
  asking.dialect === 'hosted'
    ? {
        ...omitEmptyList('enabled_rules', enabled_rules),
        ...omitEmptyList('hard_failures', hard_failures),
        ...omitEmptyList('soft_failures', soft_failures),
        ...(reason === undefined ? {} : { reason }),
        status,
      }
    : { enabled_rules, hard_failures, soft_failures, reason: reason ?? null, status };

const renderDecisionLog =
  (asking: RequestContext) =>
  ({ id, body }: StoredRecord<DecisionLog>) => ({
    id,
    created_at: body.createdAt,
    decision: renderDecision(asking, body.decision),
    metadata: body.metadata,
    policies: body.policies,
    time_taken_ms: body.timeTaken,
  });

/** What is asked: 413 for a configuration that is longer than one may be. */
const parseEvaluationBody = (asking: Pick<RequestContext, 'body'>) => {
  const { input, metadata } = parseCiBody(asking, {
    input: requiredMember(configurationTextMember),
    metadata: optionalMember(objectMember),
  });
  const text = input as string;
  const about = parsePolicyMetadata(metadata);
  if (text.length > configurationLimits.text)
    throw new Problem(413, [
      { detail: `has ${text.length} characters; a configuration has at most ${configurationLimits.text}`, pointer: '/input' },
    ]);
  return { text, metadata: about };
};

/** Judged before the unit of work: that takes its time. 400 for what is no YAML. */
const prepare = async (preparing: PreparationContext): Promise<EvaluatedDecision> => {
  const policies = await preparing.read(async (asking) => loadPolicies(asking.tx, (await requirePolicyOwner(asking)).id));
  const judged = await evaluateConfiguration(preparing, policies, parseEvaluationBody(preparing));
  if ('misread' in judged) throw invalidRequest({ detail: judged.misread, pointer: '/input' });
  return judged;
};

export const routes = [
  route(`GET ${policyPath}/decision`, async (asking) => {
    const { id: owner } = await requirePolicyOwner(asking);
    const decisions = parseDecisionQuery(asking);
    const set = await findPolicySet(asking.tx, owner);
    return ciOk(set ? (await decisions(set.id)).map(renderDecisionLog(asking)) : []);
  }),
  route(
    `POST ${policyPath}/decision`,
    async (asking) => {
      await requirePolicyOwner(asking);
      return ciOk(renderDecision(asking, (await saveDecision(asking, asking.prepared as EvaluatedDecision)).body.decision));
    },
    { prepare },
  ),
  route(`GET ${policyPath}/decision/{decisionID}`, async (asking) => ciOk(renderDecisionLog(asking)(await requireDecision(asking)))),
  /** The policies as they were when they decided. */
  route(`GET ${policyPath}/decision/{decisionID}/policy-bundle`, async (asking) =>
    ciOk(renderPolicyBundle(await loadPolicyBundle(asking.tx, (await requireDecision(asking)).body.bundle))),
  ),
];
