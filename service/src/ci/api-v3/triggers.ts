import {
  booleanValue,
  enumValue,
  nullable,
  objectValue,
  partialObject,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { type RequestContext, route } from '../../http/route.ts';
import { notFound } from '../../http/problem.ts';
import { findProjectById } from '../projects/require-project.ts';
import { callRoute } from '../requests/call-route.ts';
import { booleanMember, invalidRequest, objectMember, optionalMember, parseMembers, requiredMember } from '../requests/read-request.ts';
import { isUuid } from '../slugs/short-id.ts';
import { routes as triggers } from '../triggers/triggers.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { requiredUuidFilter, uuidFilter } from './parameters.ts';
import { referenceValue } from './render-run.ts';
import { entitiesBody, entityBody, uuidFilterParameter } from './schemas.ts';
import {
  entityRequestSchema,
  fromVcs,
  parseEntity,
  parseReference,
  referenceRequestSchema,
  textMemberV3,
  toVcs,
  vcsRequestSchema,
  vcsSchema,
} from './sources.ts';

const collection = '/projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers';

interface TriggerHome {
  readonly project: string;
  readonly definition: string;
}

/** The event of a trigger in API v3: a webhook, a schedule, or one of a code host. */
const renderEvent = ({ event_source: source, event_name: name = '', event_preset: preset }: any) => {
  const filter = preset ? { filter: { preset } } : {};
  if (source.webhook) return { type: 'webhook', webhook: { name, source: source.webhook.sender }, ...filter };
  if (source.provider === 'schedule') return { type: 'schedule', schedule: { name, ...source.schedule }, ...filter };
  return { type: 'vcs', vcs: toVcs(source), ...filter };
};

const render = (trigger: any, { project, definition }: TriggerHome): Entity => ({
  id: trigger.id,
  type: 'trigger',
  attributes: {
    is_disabled: trigger.disabled ?? false,
    ...(trigger.created_at === undefined ? {} : { created_at: trigger.created_at }),
    event: renderEvent(trigger),
    config: { ref: trigger.config_ref ?? '' },
    checkout: { ref: trigger.checkout_ref ?? '' },
  },
  references: { project: { id: project }, pipeline: { id: definition } },
});

const eventPointer = '/data/attributes/event';

const parseEventSource = (ctx: RequestContext, event: JsonObject): { readonly event_source: object; readonly event_name?: unknown } => {
  if (event['type'] === 'vcs') return { event_source: fromVcs(ctx, event['vcs'], `${eventPointer}/vcs`) };
  const rules = { name: optionalMember(textMemberV3), source: requiredMember(textMemberV3) };
  const webhook = parseMembers(ctx, event['webhook'], rules, `${eventPointer}/webhook`);
  return {
    event_source: { provider: 'webhook', webhook: { sender: webhook['source'] } },
    ...(webhook['name'] === undefined ? {} : { event_name: webhook['name'] }),
  };
};

const parseRef = (ctx: RequestContext, value: unknown, name: 'config' | 'checkout'): object => {
  if (value === undefined) return {};
  const { ref } = parseMembers(ctx, value, { ref: optionalMember(textMemberV3) }, `/data/attributes/${name}`);
  return ref === undefined || ref === '' ? {} : { [`${name}_ref`]: ref };
};

const eventTypeMember = { description: 'vcs or webhook', accepts: (value: unknown) => value === 'vcs' || value === 'webhook' };

/** The body of API v2 that a new trigger means. Schedules are created with API v2. */
const parseTrigger = (ctx: RequestContext): { readonly definition: string; readonly body: object } => {
  const { attributes, references } = parseEntity(ctx);
  const sent = parseMembers(
    ctx,
    attributes,
    {
      is_disabled: optionalMember(booleanMember),
      event: requiredMember(objectMember),
      config: optionalMember(objectMember),
      checkout: optionalMember(objectMember),
    },
    '/data/attributes',
  );
  const event = parseMembers(
    ctx,
    sent['event'],
    {
      type: requiredMember(eventTypeMember),
      vcs: optionalMember(objectMember),
      webhook: optionalMember(objectMember),
      filter: optionalMember(objectMember),
    },
    eventPointer,
  );
  const preset =
    event['filter'] === undefined
      ? undefined
      : parseMembers(ctx, event['filter'], { preset: optionalMember(textMemberV3) }, `${eventPointer}/filter`)['preset'];
  return {
    definition: parseReference(ctx, references, 'pipeline'),
    body: {
      ...parseEventSource(ctx, event),
      ...(preset ? { event_preset: preset } : {}),
      ...parseRef(ctx, sent['config'], 'config'),
      ...parseRef(ctx, sent['checkout'], 'checkout'),
      ...(sent['is_disabled'] ? { disabled: true } : {}),
    },
  };
};

/** The project of a definition, where the query does not name it. */
const findProject = async (ctx: RequestContext, definition: string): Promise<string> => {
  const named = uuidFilter(ctx, 'project_id');
  if (!isUuid(definition)) throw invalidRequest({ detail: 'expected a UUID', pointer: '/data/references/pipeline/id' });
  if (named !== undefined) return named;
  const found = await ctx.tx.get('ci-definitions', definition.toLowerCase());
  if (!found || !(await findProjectById(ctx, found.scope))) throw notFound(`the pipeline definition ${definition}`);
  return found.scope;
};

const inHome = ({ project, definition }: TriggerHome) => ({ params: { project_id: project, pipeline_definition_id: definition } });

const triggerSchema = objectValue({
  id: uuidValue,
  type: enumValue('trigger'),
  attributes: objectValue(
    {
      is_disabled: booleanValue,
      event: objectValue(
        { type: enumValue('vcs', 'webhook', 'schedule') },
        { vcs: vcsSchema, webhook: { type: 'object' }, schedule: { type: 'object' }, filter: objectValue({ preset: stringValue }) },
      ),
      config: objectValue({ ref: stringValue }),
      checkout: objectValue({ ref: stringValue }),
    },
    { created_at: nullable(timeValue) },
  ),
  references: objectValue({ project: referenceValue, pipeline: referenceValue }),
});
const requestSchema = entityRequestSchema(
  {
    ...partialObject({
      is_disabled: booleanValue,
      event: {
        ...partialObject({
          type: enumValue('vcs', 'webhook'),
          vcs: vcsRequestSchema,
          webhook: partialObject({ name: stringValue, source: stringValue }),
          filter: partialObject({ preset: stringValue }),
        }),
        required: ['type'],
      },
      config: partialObject({ ref: stringValue }),
      checkout: partialObject({ ref: stringValue }),
    }),
    required: ['event'],
  },
  referenceRequestSchema('pipeline'),
);

export const routes = [
  route(
    `GET ${apiV3Path}/triggers`,
    async (ctx) => {
      const home = { project: requiredUuidFilter(ctx, 'project_id'), definition: requiredUuidFilter(ctx, 'pipeline_id') };
      const { items } = await callRoute(ctx, triggers, `GET ${collection}`, inHome(home));
      return answerEntities(items.map((one: unknown) => render(one, home)));
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the triggers of a pipeline definition.',
        query: {
          'filter[project_id]': uuidFilterParameter('The project.'),
          'filter[pipeline_id]': uuidFilterParameter('The pipeline definition.'),
        },
        responses: { 200: entitiesBody(triggerSchema) },
      },
    },
  ),
  route(
    `POST ${apiV3Path}/triggers`,
    async (ctx) => {
      const { definition, body } = parseTrigger(ctx);
      const home = { definition, project: await findProject(ctx, definition) };
      return answerEntity(render(await callRoute(ctx, triggers, `POST ${collection}`, { ...inHome(home), body }), home), 201);
    },
    {
      atRoot: true,
      description: {
        summary: 'Creates a trigger.',
        query: { 'filter[project_id]': uuidFilterParameter('The project of the pipeline definition.') },
        request: requestSchema,
        responses: { 201: entityBody(triggerSchema) },
      },
    },
  ),
];
