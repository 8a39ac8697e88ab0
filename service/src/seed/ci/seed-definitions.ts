import { findTriggerFaults } from '../../ci/triggers/trigger-rules.ts';
import { resolveRepositoryName } from '../../ci/pipeline-definitions/repository-name.ts';
import { invalidRequest } from '../../ci/requests/read-request.ts';
import { createOperatorCaller } from '../../access/callers.ts';
import { unprocessable } from '../../http/problem.ts';
import { neutralProviderName } from '../../ci/hosted-dialect.ts';
import { parsePipelineParameters } from '../../ci/pipelines/pipeline-parameters.ts';
import { cronMember } from '../../ci/schedules/cron.ts';
import { createSchedule } from '../../ci/triggers/trigger-schedule.ts';
import type { PipelineDefinition, DefinitionSource, SourceProvider } from '../../ci/pipeline-definitions/pipeline-definition-records.ts';
import { type CiTrigger, type EventProvider, scheduledTriggerLink, type TriggerSchedule } from '../../ci/triggers/trigger-records.ts';
import { newId } from '../../store/new-id.ts';
import { forEachEntry, withoutNulls, type ReportSeedError } from '../entries.ts';
import { invokeCiRoute, type CiSeedEntry, type CiSeedContext } from './seed-context.ts';
import { setTimes } from '../set-times.ts';

type SeedDefinition = NonNullable<CiSeedEntry<'projects'>['pipeline_definitions']>[number];
type SeedTrigger = NonNullable<SeedDefinition['triggers']>[number];

const referRepository = (externalId: string) => ({ repo: { external_id: externalId } });
const findFullName = (context: CiSeedContext, externalId: string): Promise<string> =>
  resolveRepositoryName(context.tx, context.ciOrganization, externalId);

/** Inserts a definition of a provider that requests cannot name. */
const insertDefinition = async (context: CiSeedContext, project: string, entry: SeedDefinition): Promise<string> => {
  const id = entry.id ?? newId('uuid');
  const source = async ({ provider, external_id: externalId }: SeedDefinition['checkout_source']): Promise<DefinitionSource> => ({
    provider: neutralProviderName(provider ?? 'codehost_app') as SourceProvider,
    externalId,
    fullName: await findFullName(context, externalId),
  });
  await context.tx.insert<PipelineDefinition>({
    id,
    kind: 'ci-definitions',
    scope: project,
    key: id,
    name: entry.name,
    body: {
      name: entry.name,
      description: entry.description ?? '',
      createdAt: context.clock.now().toISOString(),
      configSource: { ...(await source(entry.config_source)), filePath: entry.config_source.file_path },
      checkoutSource: await source(entry.checkout_source),
    },
  });
  return id;
};

const createSeedSchedule = async (context: CiSeedContext, { cron_expression: cron, ...entry }: SeedTrigger): Promise<TriggerSchedule> => {
  if (!cronMember.accepts(cron)) throw unprocessable(`cron_expression: expected ${cronMember.description}`);
  const actor = entry.attribution_actor ?? 'system';
  const caller = { ...createOperatorCaller(context.organization), ...context.owner };
  return createSchedule({ tx: context.tx, clock: context.clock, caller }, { cron, actor }, context.ciOrganization.id);
};

const insertTrigger = async (context: CiSeedContext, project: string, definition: string, entry: SeedTrigger): Promise<void> => {
  const id = entry.id ?? newId('uuid');
  const externalId = entry.external_id ?? null;
  const body: CiTrigger = {
    definition,
    provider: neutralProviderName(entry.provider ?? 'codehost_app') as EventProvider,
    repository: externalId === null ? null : { externalId, fullName: await findFullName(context, externalId) },
    webhook: null,
    eventName: entry.event_name ?? null,
    eventPreset: entry.event_preset ?? null,
    checkoutRef: entry.checkout_ref ?? null,
    configRef: entry.config_ref ?? null,
    disabled: entry.disabled ?? false,
    createdAt: context.clock.now().toISOString(),
    ...(entry.parameters ? { parameters: parsePipelineParameters(withoutNulls(entry.parameters)) } : {}),
    ...(entry.cron_expression ? { schedule: await createSeedSchedule(context, entry) } : {}),
  };
  if (body.provider === 'codehost_dc') {
    const faults = findTriggerFaults(body, (await context.tx.get<PipelineDefinition>('ci-definitions', definition))!.body, 'neutral');
    if (faults.length > 0) throw invalidRequest(...faults);
  }
  await context.tx.insert<CiTrigger>({ id, kind: 'ci-triggers', scope: project, key: id, name: entry.event_name ?? '', body });
  if (body.schedule) await context.tx.link(scheduledTriggerLink, 'all', id);
  await setTimes(context, 'ci-triggers', id, entry);
};

const seedTrigger = async (
  context: CiSeedContext,
  project: string,
  definition: string,
  app: boolean,
  entry: SeedTrigger,
): Promise<void> => {
  const { id, external_id: externalId, sender, created_at: _createdAt, provider: name, ...rest } = entry;
  const provider = neutralProviderName(name ?? 'codehost_app');
  if (!app || (provider !== 'codehost_app' && provider !== 'webhook')) return insertTrigger(context, project, definition, entry);
  const trigger = await invokeCiRoute(
    context,
    'POST /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers',
    { project_id: project, pipeline_definition_id: definition },
    {
      event_source: { provider, ...(externalId ? referRepository(externalId) : {}), ...(sender ? { webhook: { sender } } : {}) },
      ...withoutNulls(rest),
    },
    id,
  );
  await setTimes(context, 'ci-triggers', trigger.id, entry);
};

/** Definitions of the provider that requests can name are checked as in requests; others are inserted as the file has them. */
export const seedDefinitions = (
  context: CiSeedContext,
  project: string,
  entry: CiSeedEntry<'projects'>,
  report: ReportSeedError,
): Promise<void> =>
  forEachEntry(entry.pipeline_definitions, 'pipeline_definitions', report, async (one) => {
    const { config_source: config, checkout_source: checkout } = one;
    const app = [config, checkout].every(({ provider }) => neutralProviderName(provider ?? 'codehost_app') === 'codehost_app');
    const id = app
      ? (
          await invokeCiRoute(
            context,
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
      : await insertDefinition(context, project, one);
    await setTimes(context, 'ci-definitions', id, one);
    for (const trigger of one.triggers ?? []) await seedTrigger(context, project, id, app, trigger);
  });
