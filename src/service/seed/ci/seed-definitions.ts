import { findTriggerFaults } from '../../ci/triggers/trigger-rules.ts';
import { resolveRepositoryName } from '../../ci/pipeline-definitions/repository-name.ts';
import { invalidRequest } from '../../ci/requests/read-request.ts';
import type { PipelineDefinition, DefinitionSource } from '../../ci/pipeline-definitions/pipeline-definition-records.ts';
import type { CiTrigger } from '../../ci/triggers/trigger-records.ts';
import { newId } from '../../store/new-id.ts';
import { forEachEntry, withoutNulls, type ReportSeedError } from '../entries.ts';
import { invokeCiRoute, type CiSeedEntry, type CiSeedContext } from './seed-context.ts';

type SeedDefinition = NonNullable<CiSeedEntry<'projects'>['pipeline_definitions']>[number];
type SeedTrigger = NonNullable<SeedDefinition['triggers']>[number];

const referRepository = (externalId: string) => ({ repo: { external_id: externalId } });
const findFullName = (at: CiSeedContext, externalId: string): Promise<string> =>
  resolveRepositoryName(at.tx, at.ciOrganization, externalId);

/** Of providers that requests cannot name. */
const insertDefinition = async (at: CiSeedContext, project: string, given: SeedDefinition): Promise<string> => {
  const id = given.id ?? newId('uuid');
  const source = async ({ provider, external_id: externalId }: SeedDefinition['checkout_source']): Promise<DefinitionSource> => ({
    provider: provider ?? 'codehost_app',
    externalId,
    fullName: await findFullName(at, externalId),
  });
  await at.tx.insert<PipelineDefinition>({
    id,
    kind: 'ci-definitions',
    scope: project,
    key: id,
    name: given.name,
    body: {
      name: given.name,
      description: given.description ?? '',
      createdAt: at.clock.now().toISOString(),
      configSource: { ...(await source(given.config_source)), filePath: given.config_source.file_path },
      checkoutSource: await source(given.checkout_source),
    },
  });
  return id;
};

const insertTrigger = async (at: CiSeedContext, project: string, definition: string, given: SeedTrigger): Promise<void> => {
  const id = given.id ?? newId('uuid');
  const externalId = given.external_id ?? null;
  const body: CiTrigger = {
    definition,
    provider: given.provider ?? 'codehost_app',
    repository: externalId === null ? null : { externalId, fullName: await findFullName(at, externalId) },
    webhook: null,
    eventName: given.event_name ?? null,
    eventPreset: given.event_preset ?? null,
    checkoutRef: given.checkout_ref ?? null,
    configRef: given.config_ref ?? null,
    disabled: given.disabled ?? false,
    createdAt: at.clock.now().toISOString(),
  };
  if (body.provider === 'codehost_dc') {
    const faults = findTriggerFaults(body, (await at.tx.get<PipelineDefinition>('ci-definitions', definition))!.body, 'neutral');
    if (faults.length > 0) throw invalidRequest(...faults);
  }
  await at.tx.insert<CiTrigger>({ id, kind: 'ci-triggers', scope: project, key: id, name: given.event_name ?? '', body });
};

const seedTrigger = async (at: CiSeedContext, project: string, definition: string, app: boolean, given: SeedTrigger): Promise<void> => {
  const { id, provider = 'codehost_app', external_id: externalId, sender, ...rest } = given;
  if (!app || (provider !== 'codehost_app' && provider !== 'webhook')) return insertTrigger(at, project, definition, given);
  await invokeCiRoute(
    at,
    'POST /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers',
    { project_id: project, pipeline_definition_id: definition },
    {
      event_source: { provider, ...(externalId ? referRepository(externalId) : {}), ...(sender ? { webhook: { sender } } : {}) },
      ...withoutNulls(rest),
    },
    id,
  );
};

/** Definitions of the one provider that requests may name obey their rules; the others are as the file has them. */
export const seedDefinitions = (at: CiSeedContext, project: string, given: CiSeedEntry<'projects'>, tell: ReportSeedError): Promise<void> =>
  forEachEntry(given.pipeline_definitions, 'pipeline_definitions', tell, async (one) => {
    const { config_source: config, checkout_source: checkout } = one;
    const app = [config, checkout].every(({ provider }) => (provider ?? 'codehost_app') === 'codehost_app');
    const id = app
      ? (
          await invokeCiRoute(
            at,
            'POST /projects/{project_id}/pipeline-definitions',
            { project_id: project },
            {
              ...withoutNulls({ name: one.name, description: one.description }),
              config_source: { provider: 'codehost_app', ...referRepository(config.external_id), file_path: config.file_path },
              checkout_source: { provider: 'codehost_app', ...referRepository(checkout.external_id) },
            },
            one.id,
          )
        ).id
      : await insertDefinition(at, project, one);
    for (const trigger of one.triggers ?? []) await seedTrigger(at, project, id, app, trigger);
  });
