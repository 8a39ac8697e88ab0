import { enumValue, nullable, objectValue, partialObject, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { type RequestContext, route } from '../../http/route.ts';
import { routes as definitions } from '../pipeline-definitions/pipeline-definitions.ts';
import { callRoute } from '../requests/call-route.ts';
import { objectMember, optionalMember, parseMembers, requiredMember } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { requiredUuidFilter } from './parameters.ts';
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

/** A pipeline of API v3 is a pipeline definition of API v2. */
const collection = '/projects/{project_id}/pipeline-definitions';

const render = (definition: any, project: string): Entity => ({
  id: definition.id,
  type: 'pipeline',
  attributes: {
    name: definition.name,
    description: definition.description,
    created_at: definition.created_at,
    config: { type: 'vcs', file_path: definition.config_source.file_path, vcs: toVcs(definition.config_source) },
    checkout: { type: 'vcs', vcs: toVcs(definition.checkout_source) },
  },
  references: { project: { id: project } },
});

const parseConfig = (ctx: RequestContext, value: unknown) => {
  const pointer = '/data/attributes/config';
  const sent = parseMembers(
    ctx,
    value,
    {
      type: optionalMember({ description: 'vcs, the one kind of source here', accepts: (one) => one === 'vcs' }),
      file_path: requiredMember(textMemberV3),
      file_type: optionalMember({ description: 'an empty string', accepts: (one) => one === '' }),
      vcs: requiredMember(objectMember),
    },
    pointer,
  );
  return { ...fromVcs(ctx, sent['vcs'], `${pointer}/vcs`), file_path: sent['file_path'] };
};

const parseCheckout = (ctx: RequestContext, value: unknown) => {
  const pointer = '/data/attributes/checkout';
  const sent = parseMembers(ctx, value, { type: optionalMember(textMemberV3), vcs: requiredMember(objectMember) }, pointer);
  return fromVcs(ctx, sent['vcs'], `${pointer}/vcs`);
};

const parseDefinition = (ctx: RequestContext): { readonly project: string; readonly body: object } => {
  const { attributes, references } = parseEntity(ctx);
  const sent = parseMembers(
    ctx,
    attributes,
    {
      name: requiredMember(textMemberV3),
      description: optionalMember(textMemberV3),
      config: requiredMember(objectMember),
      checkout: requiredMember(objectMember),
    },
    '/data/attributes',
  );
  return {
    project: parseReference(ctx, references, 'project'),
    body: {
      name: sent['name'],
      ...(sent['description'] === undefined ? {} : { description: sent['description'] }),
      config_source: parseConfig(ctx, sent['config']),
      checkout_source: parseCheckout(ctx, sent['checkout']),
    },
  };
};

const pipelineSchema = objectValue({
  id: uuidValue,
  type: enumValue('pipeline'),
  attributes: objectValue({
    name: stringValue,
    description: nullable(stringValue),
    created_at: timeValue,
    config: objectValue({ type: stringValue, file_path: nullable(stringValue), vcs: vcsSchema }),
    checkout: objectValue({ type: stringValue, vcs: vcsSchema }),
  }),
  references: objectValue({ project: referenceValue }),
});
const requestSchema = entityRequestSchema(
  {
    ...partialObject({
      name: stringValue,
      description: stringValue,
      config: {
        ...partialObject({ type: stringValue, file_path: stringValue, file_type: stringValue, vcs: vcsRequestSchema }),
        required: ['file_path', 'vcs'],
      },
      checkout: { ...partialObject({ type: stringValue, vcs: vcsRequestSchema }), required: ['vcs'] },
    }),
    required: ['name', 'config', 'checkout'],
  },
  referenceRequestSchema('project'),
);

export const routes = [
  route(
    `GET ${apiV3Path}/pipelines`,
    async (ctx) => {
      const project = requiredUuidFilter(ctx, 'project_id');
      const { items } = await callRoute(ctx, definitions, `GET ${collection}`, { params: { project_id: project } });
      return answerEntities(items.map((one: unknown) => render(one, project)));
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the pipeline definitions of a project.',
        query: { 'filter[project_id]': uuidFilterParameter('The project.') },
        responses: { 200: entitiesBody(pipelineSchema) },
      },
    },
  ),
  route(
    `POST ${apiV3Path}/pipelines`,
    async (ctx) => {
      const { project, body } = parseDefinition(ctx);
      return answerEntity(
        render(await callRoute(ctx, definitions, `POST ${collection}`, { params: { project_id: project }, body }), project),
        201,
      );
    },
    {
      atRoot: true,
      description: { summary: 'Creates a pipeline definition.', request: requestSchema, responses: { 201: entityBody(pipelineSchema) } },
    },
  ),
];
