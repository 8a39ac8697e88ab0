import { stringValue } from '../../http/body-schemas.ts';
import { countCharacters, isLongerThan } from '../../http/characters.ts';
import { Problem } from '../../http/problem.ts';
import { type RequestContext, type PreparationContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { configurationLimits } from '../configuration/configuration-limits.ts';
import { createOrbFinder } from '../orbs/find-published.ts';
import { compileForPolicies } from '../threads/index.ts';
import { objectMember, parseCiBody, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { renderPolicyBundle } from './render-policies.ts';
import { parseDecisionQuery } from './find-decisions.ts';
import { loadPolicyBundle, requireDecision, requirePolicyOwner, policyPath, findPolicySet } from './policy-sets.ts';
import { evaluateConfiguration, type EvaluatedDecision, loadPolicies, saveDecision } from './evaluate-configuration.ts';
import { parsePolicyMetadata } from './metadata.ts';
import type { Decision } from './decide.ts';
import type { DecisionLog } from './policy-records.ts';

const configurationTextMember = {
  description: 'the text of a configuration',
  accepts: (value: unknown) => typeof value === 'string',
  schema: stringValue,
};
export const evaluationMembers = { input: requiredMember(configurationTextMember), metadata: optionalMember(objectMember) };

const omitEmptyList = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {});
/** The hosted dialect leaves out empty lists. */
const renderDecision = (ctx: RequestContext, { enabled_rules, hard_failures, soft_failures, reason, status }: Decision) =>
  ctx.dialect === 'hosted'
    ? {
        ...omitEmptyList('enabled_rules', enabled_rules),
        ...omitEmptyList('hard_failures', hard_failures),
        ...omitEmptyList('soft_failures', soft_failures),
        ...(reason === undefined ? {} : { reason }),
        status,
      }
    : { enabled_rules, hard_failures, soft_failures, reason: reason ?? null, status };

const renderDecisionLog =
  (ctx: RequestContext) =>
  ({ id, body }: StoredRecord<DecisionLog>) => ({
    id,
    created_at: body.createdAt,
    decision: renderDecision(ctx, body.decision),
    metadata: body.metadata,
    policies: body.policies,
    time_taken_ms: body.timeTaken,
  });

/** Parses the body of an evaluation; 413 for a configuration that is too long. */
const parseEvaluationBody = (ctx: Pick<RequestContext, 'body' | 'dialect'>) => {
  const { input, metadata } = parseCiBody(ctx, evaluationMembers);
  const text = input as string;
  const about = parsePolicyMetadata(ctx, metadata);
  if (isLongerThan(text, configurationLimits.text))
    throw new Problem(413, [
      { detail: `has ${countCharacters(text)} characters; a configuration has at most ${configurationLimits.text}`, pointer: '/input' },
    ]);
  return { text, metadata: about };
};

/** Evaluates before the transaction, because it may take long; 400 for a text that is not YAML. */
const prepare = async (preparation: PreparationContext): Promise<EvaluatedDecision> => {
  const { owner, policies } = await preparation.read(async (ctx) => {
    const { id } = await requirePolicyOwner(ctx, 'evaluate-policies');
    return { owner: id, policies: await loadPolicies(ctx.tx, id) };
  });
  const request = parseEvaluationBody(preparation);
  const compiled =
    policies.bundle.documents.length === 0
      ? undefined
      : await compileForPolicies(request.text, preparation.settings.orbsFolder, createOrbFinder(preparation, owner));
  const judged = await evaluateConfiguration(preparation, policies, { ...request, ...(compiled === undefined ? {} : { compiled }) });
  if ('misread' in judged) throw invalidRequest({ detail: judged.misread, pointer: '/input' });
  return judged;
};

export const routes = [
  route(`GET ${policyPath}/decision`, async (ctx) => {
    const { id: owner } = await requirePolicyOwner(ctx);
    const decisions = parseDecisionQuery(ctx);
    const set = await findPolicySet(ctx.tx, owner);
    return ciOk(set ? (await decisions(set.id)).map(renderDecisionLog(ctx)) : []);
  }),
  route(
    `POST ${policyPath}/decision`,
    async (ctx) => {
      await requirePolicyOwner(ctx, 'evaluate-policies');
      return ciOk(renderDecision(ctx, (await saveDecision(ctx, ctx.prepared as EvaluatedDecision)).body.decision));
    },
    { prepare },
  ),
  route(`GET ${policyPath}/decision/{decisionID}`, async (ctx) => ciOk(renderDecisionLog(ctx)(await requireDecision(ctx)))),
  /** The policies at the time of the decision. */
  route(`GET ${policyPath}/decision/{decisionID}/policy-bundle`, async (ctx) =>
    ciOk(renderPolicyBundle(await loadPolicyBundle(ctx.tx, (await requireDecision(ctx)).body.bundle))),
  ),
];
