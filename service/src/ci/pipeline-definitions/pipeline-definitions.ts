import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiList } from '../pages/record-page.ts';
import { type ResolvedProject, requireProjectById } from '../projects/require-project.ts';
import { objectOf } from '../requests/request-schema.ts';
import { parseCiBody, uuidPathParameter, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import type { CiRight } from '../roles/right-holders.ts';
import type { PipelineDefinition } from './pipeline-definition-records.ts';
import { nameMember, textMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { resolveRepositoryName } from './repository-name.ts';
import {
  configUpdateMembers,
  parseConfigFilePath,
  managedDefinitionProviders,
  renderDefinitionSource,
  parseDefinitionSource,
  sourceMembers,
} from './definition-sources.ts';

const renderDefinition = (ctx: RequestContext, { id, body }: StoredRecord<PipelineDefinition>) => ({
  id,
  name: body.name,
  description: body.description,
  created_at: body.createdAt,
  config_source: { ...renderDefinitionSource(body.configSource, ctx), file_path: body.configSource.filePath },
  checkout_source: renderDefinitionSource(body.checkoutSource, ctx),
});

/** The definition of the path; 404 if there is none. */
export const requirePipelineDefinition = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<ResolvedProject & { readonly definition: StoredRecord<PipelineDefinition> }> => {
  const resolved = await requireProjectById(ctx, right);
  const id = uuidPathParameter(ctx, 'pipeline_definition_id');
  const definition = await ctx.tx.get<PipelineDefinition>('ci-definitions', id);
  if (definition?.scope !== resolved.project.id) throw notFound(`the pipeline definition ${id}`);
  return { ...resolved, definition };
};

/** The definition of the path; throws 404 if there is none, and 400 if its provider does not support the operation. */
const requireManagedDefinition = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<ResolvedProject & { readonly definition: StoredRecord<PipelineDefinition> }> => {
  const resolved = await requirePipelineDefinition(ctx, right);
  const { provider } = resolved.definition.body.configSource;
  const managed = managedDefinitionProviders(ctx.dialect);
  if (!managed.includes(provider))
    throw invalidRequest({
      detail:
        `this is for definitions whose config_source.provider is ` +
        `${managed.map((one) => sourceProviderName(one, ctx.dialect)).join(' or ')}; ` +
        `its is "${sourceProviderName(provider, ctx.dialect)}"`,
    });
  return resolved;
};

export const newDefinitionMembers = (ctx: Pick<RequestContext, 'dialect'>) => ({
  name: requiredMember(nameMember),
  description: optionalMember(textMember),
  config_source: requiredMember(objectOf(sourceMembers(ctx, '/config_source', false))),
  checkout_source: requiredMember(objectOf(sourceMembers(ctx, '/checkout_source', false))),
});
export const definitionUpdateMembers = (ctx: Pick<RequestContext, 'dialect'>) => ({
  name: optionalMember(nameMember),
  description: optionalMember(textMember),
  config_source: optionalMember(objectOf(configUpdateMembers(ctx))),
  checkout_source: optionalMember(objectOf(sourceMembers(ctx, '/checkout_source', true))),
});

const collectionPath = '/projects/{project_id}/pipeline-definitions';

export const routes = [
  route(`GET ${collectionPath}`, async (ctx) => {
    const { project } = await requireProjectById(ctx);
    return renderCiList(
      (await ctx.tx.list<PipelineDefinition>({ kind: 'ci-definitions', scope: project.id })).records.map((one) =>
        renderDefinition(ctx, one),
      ),
    );
  }),
  route(`POST ${collectionPath}`, async (ctx) => {
    const { project, organization } = await requireProjectById(ctx, 'manage-project');
    const body = parseCiBody(ctx, newDefinitionMembers(ctx));
    const config = parseDefinitionSource(ctx, body['config_source'], '/config_source');
    const { provider, externalId } = parseDefinitionSource(ctx, body['checkout_source'], '/checkout_source');
    const [id, name] = [ctx.newId('uuid'), body['name'] as string];
    return ciOk(
      renderDefinition(
        ctx,
        await ctx.tx.insert<PipelineDefinition>({
          id,
          kind: 'ci-definitions',
          scope: project.id,
          key: id,
          name,
          body: {
            name,
            description: (body['description'] as string | undefined) ?? '',
            configSource: {
              fullName: await resolveRepositoryName(ctx.tx, organization, config.externalId),
              ...config,
            },
            checkoutSource: {
              provider,
              externalId,
              fullName: await resolveRepositoryName(ctx.tx, organization, externalId),
            },
            createdAt: ctx.clock.now().toISOString(),
          },
        }),
      ),
    );
  }),
  route(`GET ${collectionPath}/{pipeline_definition_id}`, async (ctx) =>
    ciOk(renderDefinition(ctx, (await requireManagedDefinition(ctx)).definition)),
  ),
  route(`PATCH ${collectionPath}/{pipeline_definition_id}`, async (ctx) => {
    const { definition, organization } = await requireManagedDefinition(ctx, 'manage-project');
    const stored = definition.body;
    const body = parseCiBody(ctx, definitionUpdateMembers(ctx));
    const filePath = body['config_source'] === undefined ? undefined : parseConfigFilePath(ctx, body['config_source'], stored.configSource);
    const checkout =
      body['checkout_source'] === undefined
        ? undefined
        : parseDefinitionSource(ctx, body['checkout_source'], '/checkout_source', stored.checkoutSource);
    const name = (body['name'] as string | undefined) ?? stored.name;
    return ciOk(
      renderDefinition(
        ctx,
        await ctx.tx.update<PipelineDefinition>(definition, {
          name,
          body: {
            ...stored,
            name,
            description: (body['description'] as string | undefined) ?? stored.description,
            configSource: { ...stored.configSource, ...(filePath === undefined ? {} : { filePath }) },
            checkoutSource: checkout
              ? {
                  provider: checkout.provider,
                  externalId: checkout.externalId,
                  fullName: await resolveRepositoryName(ctx.tx, organization, checkout.externalId),
                }
              : stored.checkoutSource,
          },
        }),
      ),
    );
  }),
  /** Deletes a definition with its triggers. */
  route(`DELETE ${collectionPath}/{pipeline_definition_id}`, async (ctx) => {
    const { definition, project } = await requireManagedDefinition(ctx, 'manage-project');
    const triggers = await ctx.tx.list({ kind: 'ci-triggers', scope: project.id, body: [{ path: 'definition', is: definition.id }] });
    await ctx.tx.deleteMany({ kinds: ['ci-triggers'], ids: triggers.records.map(({ id }) => id) });
    await ctx.tx.delete('ci-definitions', definition.id);
    return acknowledged('Pipeline definition deleted.');
  }),
];
