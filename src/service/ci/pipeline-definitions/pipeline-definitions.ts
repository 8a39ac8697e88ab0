import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiList } from '../pages/record-page.ts';
import { type ResolvedProject, requireProjectById } from '../projects/require-project.ts';
import { objectMember, parseCiBody, uuidPathParameter, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import type { PipelineDefinition } from './pipeline-definition-records.ts';
import { nameMember, textMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { resolveRepositoryName } from './repository-name.ts';
import { parseConfigFilePath, managedDefinitionProviders, renderDefinitionSource, parseDefinitionSource } from './definition-sources.ts';

const renderDefinition = (asking: RequestContext, { id, body }: StoredRecord<PipelineDefinition>) => ({
  id,
  name: body.name,
  description: body.description,
  created_at: body.createdAt,
  config_source: { ...renderDefinitionSource(body.configSource, asking), file_path: body.configSource.filePath },
  checkout_source: renderDefinitionSource(body.checkoutSource, asking),
});

/** The definition of the path, of whatever provider. */
export const requirePipelineDefinition = async (
  asking: RequestContext,
): Promise<ResolvedProject & { readonly definition: StoredRecord<PipelineDefinition> }> => {
  const here = await requireProjectById(asking);
  const id = uuidPathParameter(asking, 'pipeline_definition_id');
  const definition = await asking.tx.get<PipelineDefinition>('ci-definitions', id);
  if (definition?.scope !== here.project.id) throw notFound(`the pipeline definition ${id}`);
  return { ...here, definition };
};

/** The same, 400 for one whose provider has no such operation. */
const requireManagedDefinition = async (
  asking: RequestContext,
): Promise<ResolvedProject & { readonly definition: StoredRecord<PipelineDefinition> }> => {
  const here = await requirePipelineDefinition(asking);
  const { provider } = here.definition.body.configSource;
  if (!managedDefinitionProviders.includes(provider))
    throw invalidRequest({
      detail: `this is for definitions whose config_source.provider is ${managedDefinitionProviders.map((one) => sourceProviderName(one, asking.dialect)).join(' or ')}; its is "${sourceProviderName(provider, asking.dialect)}"`,
    });
  return here;
};

const collectionPath = '/projects/{project_id}/pipeline-definitions';

export const routes = [
  route(`GET ${collectionPath}`, async (asking) => {
    const { project } = await requireProjectById(asking);
    return renderCiList(
      (await asking.tx.list<PipelineDefinition>({ kind: 'ci-definitions', scope: project.id })).records.map((one) =>
        renderDefinition(asking, one),
      ),
    );
  }),
  route(`POST ${collectionPath}`, async (asking) => {
    const { project, organization } = await requireProjectById(asking);
    const body = parseCiBody(asking, {
      name: requiredMember(nameMember),
      description: optionalMember(textMember),
      config_source: requiredMember(objectMember),
      checkout_source: requiredMember(objectMember),
    });
    const config = parseDefinitionSource(asking, body['config_source'], '/config_source');
    const { externalId } = parseDefinitionSource(asking, body['checkout_source'], '/checkout_source');
    const [id, name] = [asking.newId('uuid'), body['name'] as string];
    return ciOk(
      renderDefinition(
        asking,
        await asking.tx.insert<PipelineDefinition>({
          id,
          kind: 'ci-definitions',
          scope: project.id,
          key: id,
          name,
          body: {
            name,
            description: (body['description'] as string | undefined) ?? '',
            configSource: {
              provider: 'codehost_app',
              fullName: await resolveRepositoryName(asking.tx, organization, config.externalId),
              ...config,
            },
            checkoutSource: {
              provider: 'codehost_app',
              externalId,
              fullName: await resolveRepositoryName(asking.tx, organization, externalId),
            },
            createdAt: asking.clock.now().toISOString(),
          },
        }),
      ),
    );
  }),
  route(`GET ${collectionPath}/{pipeline_definition_id}`, async (asking) =>
    ciOk(renderDefinition(asking, (await requireManagedDefinition(asking)).definition)),
  ),
  route(`PATCH ${collectionPath}/{pipeline_definition_id}`, async (asking) => {
    const { definition, organization } = await requireManagedDefinition(asking);
    const stored = definition.body;
    const body = parseCiBody(asking, {
      name: optionalMember(nameMember),
      description: optionalMember(textMember),
      config_source: optionalMember(objectMember),
      checkout_source: optionalMember(objectMember),
    });
    const filePath =
      body['config_source'] === undefined ? undefined : parseConfigFilePath(asking, body['config_source'], stored.configSource);
    const checkout =
      body['checkout_source'] === undefined ? undefined : parseDefinitionSource(asking, body['checkout_source'], '/checkout_source');
    const name = (body['name'] as string | undefined) ?? stored.name;
    return ciOk(
      renderDefinition(
        asking,
        await asking.tx.update<PipelineDefinition>(definition, {
          name,
          body: {
            ...stored,
            name,
            description: (body['description'] as string | undefined) ?? stored.description,
            configSource: { ...stored.configSource, ...(filePath === undefined ? {} : { filePath }) },
            checkoutSource: checkout
              ? {
                  provider: 'codehost_app',
                  externalId: checkout.externalId,
                  fullName: await resolveRepositoryName(asking.tx, organization, checkout.externalId),
                }
              : stored.checkoutSource,
          },
        }),
      ),
    );
  }),
  /** With its triggers. */
  route(`DELETE ${collectionPath}/{pipeline_definition_id}`, async (asking) => {
    const { definition, project } = await requireManagedDefinition(asking);
    for (const trigger of (
      await asking.tx.list({ kind: 'ci-triggers', scope: project.id, body: [{ path: 'definition', is: definition.id }] })
    ).records)
      await asking.tx.delete('ci-triggers', trigger.id);
    await asking.tx.delete('ci-definitions', definition.id);
    return acknowledged('Pipeline definition deleted.');
  }),
];
