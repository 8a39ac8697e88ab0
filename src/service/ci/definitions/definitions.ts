import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { whole } from '../page.ts';
import { type Here, projectWithId } from '../projects/here.ts';
import { anObject, bodyOf, idIn, invalid, may, must } from '../read.ts';
import { ok, said } from '../replies.ts';
import type { Definition } from '../stored.ts';
import { aName, aText } from '../texts.ts';
import { providerWord } from '../words.ts';
import { resolveRepositoryName } from './repositories.ts';
import { parseConfigFilePath, managedDefinitionProviders, renderDefinitionSource, parseDefinitionSource } from './sources.ts';

const renderDefinition = (asking: RequestContext, { id, body }: StoredRecord<Definition>) => ({
  id, name: body.name, description: body.description, created_at: body.createdAt,
  config_source: { ...renderDefinitionSource(body.configSource, asking), file_path: body.configSource.filePath },
  checkout_source: renderDefinitionSource(body.checkoutSource, asking),
});

/** The definition of the path, of whatever provider. */
export const requirePipelineDefinition = async (asking: RequestContext): Promise<Here & { readonly definition: StoredRecord<Definition> }> => {
  const here = await projectWithId(asking);
  const id = idIn(asking, 'pipeline_definition_id');
  const definition = await asking.tx.get<Definition>('ci-definitions', id);
  if (definition?.scope !== here.project.id) throw notFound(`the pipeline definition ${id}`);
  return { ...here, definition };
};

/** The same, 400 for one whose provider has no such operation. */
const requireManagedDefinition = async (asking: RequestContext): Promise<Here & { readonly definition: StoredRecord<Definition> }> => {
  const here = await requirePipelineDefinition(asking);
  const { provider } = here.definition.body.configSource;
  if (!managedDefinitionProviders.includes(provider))
    throw invalid({ detail: `this is for definitions whose config_source.provider is ${managedDefinitionProviders.map((one) => providerWord(one, asking.dialect)).join(' or ')}; its is "${providerWord(provider, asking.dialect)}"` });
  return here;
};

const collectionPath = '/projects/{project_id}/pipeline-definitions';

export const routes = [
  route(`GET ${collectionPath}`, async (asking) => {
    const { project } = await projectWithId(asking);
    return whole((await asking.tx.list<Definition>({ kind: 'ci-definitions', scope: project.id })).records.map((one) => renderDefinition(asking, one)));
  }),
  route(`POST ${collectionPath}`, async (asking) => {
    const { project, organization } = await projectWithId(asking);
    const body = bodyOf(asking, { name: must(aName), description: may(aText), config_source: must(anObject), checkout_source: must(anObject) });
    const config = parseDefinitionSource(asking, body['config_source'], '/config_source');
    const { externalId } = parseDefinitionSource(asking, body['checkout_source'], '/checkout_source');
    const [id, name] = [asking.newId('uuid'), body['name'] as string];
    return ok(renderDefinition(asking, await asking.tx.insert<Definition>({ id, kind: 'ci-definitions', scope: project.id, key: id, name, body: {
      name, description: (body['description'] as string | undefined) ?? '',
      configSource: { provider: 'codehost_app', fullName: await resolveRepositoryName(asking.tx, organization, config.externalId), ...config },
      checkoutSource: { provider: 'codehost_app', externalId, fullName: await resolveRepositoryName(asking.tx, organization, externalId) },
      createdAt: asking.clock.now().toISOString(),
    } })));
  }),
  route(`GET ${collectionPath}/{pipeline_definition_id}`, async (asking) => ok(renderDefinition(asking, (await requireManagedDefinition(asking)).definition))),
  route(`PATCH ${collectionPath}/{pipeline_definition_id}`, async (asking) => {
    const { definition, organization } = await requireManagedDefinition(asking);
    const stored = definition.body;
    const body = bodyOf(asking, { name: may(aName), description: may(aText), config_source: may(anObject), checkout_source: may(anObject) });
    const filePath = body['config_source'] === undefined ? undefined : parseConfigFilePath(asking, body['config_source'], stored.configSource);
    const checkout = body['checkout_source'] === undefined ? undefined : parseDefinitionSource(asking, body['checkout_source'], '/checkout_source');
    const name = (body['name'] as string | undefined) ?? stored.name;
    return ok(renderDefinition(asking, await asking.tx.update<Definition>(definition, { name, body: {
      ...stored, name, description: (body['description'] as string | undefined) ?? stored.description,
      configSource: { ...stored.configSource, ...(filePath === undefined ? {} : { filePath }) },
      checkoutSource: checkout ? { provider: 'codehost_app', externalId: checkout.externalId, fullName: await resolveRepositoryName(asking.tx, organization, checkout.externalId) } : stored.checkoutSource,
    } })));
  }),
  /** With its triggers. */
  route(`DELETE ${collectionPath}/{pipeline_definition_id}`, async (asking) => {
    const { definition, project } = await requireManagedDefinition(asking);
    for (const trigger of (await asking.tx.list({ kind: 'ci-triggers', scope: project.id, body: [{ path: 'definition', is: definition.id }] })).records) await asking.tx.delete('ci-triggers', trigger.id);
    await asking.tx.delete('ci-definitions', definition.id);
    return said('Pipeline definition deleted.');
  }),
];
