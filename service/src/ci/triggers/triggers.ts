import type { CiRight } from '../roles/right-holders.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOwnActor } from '../schedules/schedule-actor.ts';
import { randomBytes } from 'node:crypto';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { renderCiList } from '../pages/record-page.ts';
import { requireProjectById } from '../projects/require-project.ts';
import { uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import { type CiTrigger, scheduledTriggerLink } from './trigger-records.ts';
import { redactedSecret } from './event-source.ts';
import { createSchedule, renderTriggerSchedule } from './trigger-schedule.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { requirePipelineDefinition } from '../pipeline-definitions/pipeline-definitions.ts';
import { resolveRepositoryName } from '../pipeline-definitions/repository-name.ts';
import { managedTriggerProviders, triggerableDefinitionProviders, findTriggerFaults } from './trigger-rules.ts';
import { parseTriggerCreation, parseTriggerUpdate } from './trigger-request.ts';

/** Deletes a trigger; a schedule trigger then starts nothing more. */
const deleteTrigger = async (tx: Transaction, id: string): Promise<void> => {
  await tx.unlink(scheduledTriggerLink, 'all', id);
  await tx.delete('ci-triggers', id);
};

/** Every member is in the response, null where it is empty. */
const renderTrigger = (ctx: RequestContext, { id, body }: StoredRecord<CiTrigger>, secret = redactedSecret) => ({
  id,
  event_name: body.eventName,
  created_at: body.createdAt,
  event_source: {
    provider: sourceProviderName(body.provider, ctx.dialect),
    ...(body.repository ? { repo: { full_name: body.repository.fullName, external_id: body.repository.externalId } } : {}),
    ...(body.webhook ? { webhook: { url: `${ctx.origin}/hooks/${id}?secret=${secret}`, sender: body.webhook.sender } } : {}),
    ...(body.schedule ? { schedule: renderTriggerSchedule(body.schedule) } : {}),
  },
  event_preset: body.eventPreset,
  checkout_ref: body.checkoutRef,
  config_ref: body.configRef,
  disabled: body.disabled,
  ...(body.parameters ? { parameters: body.parameters } : {}),
});

const requireTrigger = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<{
  readonly trigger: StoredRecord<CiTrigger>;
  readonly definition: PipelineDefinition;
  readonly organization: StoredRecord<CiOrganization>;
}> => {
  const { project, organization } = await requireProjectById(ctx, right);
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
  return { trigger, definition: (await ctx.tx.get<PipelineDefinition>('ci-definitions', definition))!.body, organization };
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
    const { definition, project, organization } = await requirePipelineDefinition(ctx, 'manage-project');
    const [{ provider: app }, possible] = [definition.body.configSource, triggerableDefinitionProviders(ctx.dialect)];
    if (!possible.includes(app))
      throw invalidRequest({
        detail:
          `triggers are made for definitions whose config_source.provider is ` +
          `${possible.map((one) => `"${sourceProviderName(one, ctx.dialect)}"`).join(', ')}; ` +
          `this one's is "${sourceProviderName(app, ctx.dialect)}"`,
      });
    const { source, ...sent } = parseTriggerCreation(ctx);
    const { provider, externalId, sender, schedule } = source;
    const id = ctx.newId('uuid');
    const body: CiTrigger = {
      ...sent,
      provider,
      definition: definition.id,
      createdAt: ctx.clock.now().toISOString(),
      repository: externalId === null ? null : { externalId, fullName: await resolveRepositoryName(ctx.tx, organization, externalId) },
      webhook: sender === null ? null : { sender, secret: randomBytes(24).toString('base64url') },
      ...(schedule ? { schedule: await createSchedule(ctx, schedule, organization.id) } : {}),
    };
    throwIfInvalidTrigger(ctx, body, definition.body);
    const trigger = await ctx.tx.insert<CiTrigger>({
      id,
      kind: 'ci-triggers',
      scope: project.id,
      key: id,
      name: sent.eventName ?? '',
      body,
    });
    if (schedule) await ctx.tx.link(scheduledTriggerLink, 'all', id);
    const { created_at: createdAt, ...answer } = renderTrigger(ctx, trigger, body.webhook?.secret);
    // The hosted service leaves the creation time out of this response, except for schedules.
    return ciOk(ctx.dialect === 'hosted' && !schedule ? answer : { ...answer, created_at: createdAt });
  }),
  route(`GET ${triggerPath}`, async (ctx) => ciOk(renderTrigger(ctx, (await requireTrigger(ctx)).trigger))),
  route(`PATCH ${triggerPath}`, async (ctx) => {
    const { trigger, definition, organization } = await requireTrigger(ctx, 'manage-project');
    const body = await parseTriggerUpdate(ctx, trigger, organization.id);
    if (body.schedule) await requireOwnActor(ctx, organization, body.schedule.actor, '/event_source/schedule/attribution_actor');
    throwIfInvalidTrigger(ctx, body, definition);
    return ciOk(renderTrigger(ctx, await ctx.tx.update<CiTrigger>(trigger, { body, name: body.eventName ?? '' })));
  }),
  route(`DELETE ${triggerPath}`, async (ctx) => {
    await deleteTrigger(ctx.tx, (await requireTrigger(ctx, 'manage-project')).trigger.id);
    return acknowledged('Trigger deleted.');
  }),
];
