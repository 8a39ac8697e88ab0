import { randomBytes } from 'node:crypto';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiList } from '../pages/record-page.ts';
import { requireProjectById } from '../projects/require-project.ts';
import { uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { CiTrigger } from './trigger-records.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { requirePipelineDefinition } from '../pipeline-definitions/pipeline-definitions.ts';
import { resolveRepositoryName } from '../pipeline-definitions/repository-name.ts';
import { managedTriggerProviders, triggerableDefinitionProviders, findTriggerFaults } from './trigger-rules.ts';
import { parseTriggerCreation, parseTriggerUpdate } from './trigger-request.ts';

/** Replaces the secret in a webhook's URL in every response except that to its creation. */
const redactedSecret = '**REDACTED**';

const dropEmpty = (values: { readonly [name: string]: unknown }): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== false));

/** Empty members are left out, and `disabled` when it is false. */
const renderTrigger = (ctx: RequestContext, { id, body }: StoredRecord<CiTrigger>, secret = redactedSecret) => ({
  id,
  ...dropEmpty({ event_name: body.eventName }),
  created_at: body.createdAt,
  event_source: {
    provider: sourceProviderName(body.provider, ctx.dialect),
    ...(body.repository ? { repo: { full_name: body.repository.fullName, external_id: body.repository.externalId } } : {}),
    ...(body.webhook ? { webhook: { url: `${ctx.origin}/hooks/${id}?secret=${secret}`, sender: body.webhook.sender } } : {}),
  },
  ...dropEmpty({ event_preset: body.eventPreset, checkout_ref: body.checkoutRef, config_ref: body.configRef, disabled: body.disabled }),
});

const requireTrigger = async (
  ctx: RequestContext,
): Promise<{ readonly trigger: StoredRecord<CiTrigger>; readonly definition: PipelineDefinition }> => {
  const { project } = await requireProjectById(ctx);
  const id = uuidPathParameter(ctx, 'trigger_id');
  const trigger = await ctx.tx.get<CiTrigger>('ci-triggers', id);
  if (trigger?.scope !== project.id) throw notFound(`the trigger ${id}`);
  const { provider, definition } = trigger.body;
  const known = managedTriggerProviders(ctx.dialect);
  if (!known.includes(provider))
    throw invalidRequest({
      detail:
        `this is for triggers whose event_source.provider is ${known.map((one) => sourceProviderName(one, ctx.dialect)).join(', ')}; ` +
        `its is "${sourceProviderName(provider, ctx.dialect)}"`,
    });
  return { trigger, definition: (await ctx.tx.get<PipelineDefinition>('ci-definitions', definition))!.body };
};

const throwIfInvalidTrigger = (ctx: RequestContext, trigger: CiTrigger, definition: PipelineDefinition): void => {
  const faults = findTriggerFaults(trigger, definition, ctx.dialect);
  if (faults.length > 0) throw invalidRequest(...faults);
};

const collectionPath = '/projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers';
const triggerPath = '/projects/{project_id}/triggers/{trigger_id}';

export const routes = [
  route(`GET ${collectionPath}`, async (ctx) => {
    const { definition, project } = await requirePipelineDefinition(ctx);
    const { records } = await ctx.tx.list<CiTrigger>({
      kind: 'ci-triggers',
      scope: project.id,
      body: [{ path: 'definition', is: definition.id }],
    });
    return renderCiList(records.map((trigger) => renderTrigger(ctx, trigger)));
  }),
  route(`POST ${collectionPath}`, async (ctx) => {
    const { definition, project, organization } = await requirePipelineDefinition(ctx);
    const [{ provider: app }, possible] = [definition.body.configSource, triggerableDefinitionProviders(ctx.dialect)];
    if (!possible.includes(app))
      throw invalidRequest({
        detail:
          `triggers are made for definitions whose config_source.provider is ` +
          `${possible.map((one) => `"${sourceProviderName(one, ctx.dialect)}"`).join(', ')}; ` +
          `this one's is "${sourceProviderName(app, ctx.dialect)}"`,
      });
    const { externalId, sender, ...sent } = parseTriggerCreation(ctx);
    const id = ctx.newId('uuid');
    const body: CiTrigger = {
      ...sent,
      definition: definition.id,
      createdAt: ctx.clock.now().toISOString(),
      repository: externalId === null ? null : { externalId, fullName: await resolveRepositoryName(ctx.tx, organization, externalId) },
      webhook: sender === null ? null : { sender, secret: randomBytes(24).toString('base64url') },
    };
    throwIfInvalidTrigger(ctx, body, definition.body);
    const { created_at: createdAt, ...answer } = renderTrigger(
      ctx,
      await ctx.tx.insert<CiTrigger>({ id, kind: 'ci-triggers', scope: project.id, key: id, name: sent.eventName ?? '', body }),
      body.webhook?.secret,
    );
    // The hosted service leaves the creation time out of this response.
    return ciOk(ctx.dialect === 'hosted' ? answer : { ...answer, created_at: createdAt });
  }),
  route(`GET ${triggerPath}`, async (ctx) => ciOk(renderTrigger(ctx, (await requireTrigger(ctx)).trigger))),
  route(`PATCH ${triggerPath}`, async (ctx) => {
    const { trigger, definition } = await requireTrigger(ctx);
    const body = parseTriggerUpdate(ctx, trigger.body);
    throwIfInvalidTrigger(ctx, body, definition);
    return ciOk(renderTrigger(ctx, await ctx.tx.update<CiTrigger>(trigger, { body, name: body.eventName ?? '' })));
  }),
  route(`DELETE ${triggerPath}`, async (ctx) => {
    await ctx.tx.delete('ci-triggers', (await requireTrigger(ctx)).trigger.id);
    return acknowledged('Trigger deleted.');
  }),
];
