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

/** Stands for the secret of a webhook's address in every answer but the first. */
const redactedSecret = '**REDACTED**';

const dropEmpty = (values: { readonly [name: string]: unknown }): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== false));

/** Members that a trigger has nothing for are left out, `disabled` when it is not. */
const renderTrigger = (asking: RequestContext, { id, body }: StoredRecord<CiTrigger>, secret = redactedSecret) => ({
  id,
  ...dropEmpty({ event_name: body.eventName }),
  created_at: body.createdAt,
  event_source: {
    provider: sourceProviderName(body.provider, asking.dialect),
    ...(body.repository ? { repo: { full_name: body.repository.fullName, external_id: body.repository.externalId } } : {}),
    ...(body.webhook ? { webhook: { url: `${asking.origin}/hooks/${id}?secret=${secret}`, sender: body.webhook.sender } } : {}),
  },
  ...dropEmpty({ event_preset: body.eventPreset, checkout_ref: body.checkoutRef, config_ref: body.configRef, disabled: body.disabled }),
});

const requireTrigger = async (
  asking: RequestContext,
): Promise<{ readonly trigger: StoredRecord<CiTrigger>; readonly definition: PipelineDefinition }> => {
  const { project } = await requireProjectById(asking);
  const id = uuidPathParameter(asking, 'trigger_id');
  const trigger = await asking.tx.get<CiTrigger>('ci-triggers', id);
  if (trigger?.scope !== project.id) throw notFound(`the trigger ${id}`);
  const { provider, definition } = trigger.body;
  const known = managedTriggerProviders(asking.dialect);
  if (!known.includes(provider))
    throw invalidRequest({
      detail: `this is for triggers whose event_source.provider is ${known.map((one) => sourceProviderName(one, asking.dialect)).join(', ')}; its is "${sourceProviderName(provider, asking.dialect)}"`,
    });
  return { trigger, definition: (await asking.tx.get<PipelineDefinition>('ci-definitions', definition))!.body };
};

const throwIfInvalidTrigger = (asking: RequestContext, trigger: CiTrigger, definition: PipelineDefinition): void => {
  const faults = findTriggerFaults(trigger, definition, asking.dialect);
  if (faults.length > 0) throw invalidRequest(...faults);
};

const collectionPath = '/projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers';
const triggerPath = '/projects/{project_id}/triggers/{trigger_id}';

export const routes = [
  route(`GET ${collectionPath}`, async (asking) => {
    const { definition, project } = await requirePipelineDefinition(asking);
    const { records } = await asking.tx.list<CiTrigger>({
      kind: 'ci-triggers',
      scope: project.id,
      body: [{ path: 'definition', is: definition.id }],
    });
    return renderCiList(records.map((trigger) => renderTrigger(asking, trigger)));
  }),
  route(`POST ${collectionPath}`, async (asking) => {
    const { definition, project, organization } = await requirePipelineDefinition(asking);
    const [{ provider: app }, possible] = [definition.body.configSource, triggerableDefinitionProviders(asking.dialect)];
    if (!possible.includes(app))
      throw invalidRequest({
        detail: `triggers are made for definitions whose config_source.provider is ${possible.map((one) => `"${sourceProviderName(one, asking.dialect)}"`).join(', ')}; this one's is "${sourceProviderName(app, asking.dialect)}"`,
      });
    const { externalId, sender, ...sent } = parseTriggerCreation(asking);
    const id = asking.newId('uuid');
    const body: CiTrigger = {
      ...sent,
      definition: definition.id,
      createdAt: asking.clock.now().toISOString(),
      repository: externalId === null ? null : { externalId, fullName: await resolveRepositoryName(asking.tx, organization, externalId) },
      webhook: sender === null ? null : { sender, secret: randomBytes(24).toString('base64url') },
    };
    throwIfInvalidTrigger(asking, body, definition.body);
    const { created_at: createdAt, ...answer } = renderTrigger(
      asking,
      await asking.tx.insert<CiTrigger>({ id, kind: 'ci-triggers', scope: project.id, key: id, name: sent.eventName ?? '', body }),
      body.webhook?.secret,
    );
    // The hosted service tells when it was made only afterwards.
    return ciOk(asking.dialect === 'hosted' ? answer : { ...answer, created_at: createdAt });
  }),
  route(`GET ${triggerPath}`, async (asking) => ciOk(renderTrigger(asking, (await requireTrigger(asking)).trigger))),
  route(`PATCH ${triggerPath}`, async (asking) => {
    const { trigger, definition } = await requireTrigger(asking);
    const body = parseTriggerUpdate(asking, trigger.body);
    throwIfInvalidTrigger(asking, body, definition);
    return ciOk(renderTrigger(asking, await asking.tx.update<CiTrigger>(trigger, { body, name: body.eventName ?? '' })));
  }),
  route(`DELETE ${triggerPath}`, async (asking) => {
    await asking.tx.delete('ci-triggers', (await requireTrigger(asking)).trigger.id);
    return acknowledged('Trigger deleted.');
  }),
];
