import type { DeployComponent, DeployEnvironment, DeployLabel, ComponentVersion } from '../../ci/deployments/deployment-records.ts';
import type { Repository } from '../../ci/organizations/organization-records.ts';
import { newId } from '../../store/new-id.ts';
import { forEachEntry, type ReportSeedError } from '../entries.ts';
import { type CiSeed, type CiSeedContext, type CiSeedEntry, findEnvironmentId, findProjectId } from './seed-context.ts';
import { setTimes, toStoredTime } from '../set-times.ts';

const toLabels = (labels: { readonly [key: string]: string } | null | undefined): readonly DeployLabel[] =>
  Object.entries(labels ?? {}).map(([key, value]) => ({ key, value }));

export const seedRepositories = (context: CiSeedContext, seed: CiSeed, report: ReportSeedError): Promise<void> =>
  forEachEntry(
    seed.repositories,
    'repositories',
    report,
    async ({ external_id: key, full_name: fullName, default_branch: branch, open_source: open, path }) => {
      await context.tx.insert<Repository>({
        id: newId('uuid'),
        kind: 'ci-repositories',
        scope: context.ciOrganization.id,
        key,
        name: fullName,
        body: { fullName, defaultBranch: branch ?? 'main', openSource: open ?? false, path: path ?? null },
      });
    },
  );

type SeedComponent = CiSeedEntry<'components'>;
type SeedVersion = NonNullable<SeedComponent['versions']>[number];

const seedVersion = async (context: CiSeedContext, component: string, version: SeedVersion, now: string): Promise<void> => {
  const key = newId('uuid');
  const body: ComponentVersion = {
    name: version.name,
    environment: await findEnvironmentId(context, version.environment),
    namespace: version.namespace ?? '',
    isLive: version.is_live ?? false,
    pipeline: version.pipeline_id ?? null,
    workflow: version.workflow_id ?? null,
    job: version.job_id ?? null,
    jobNumber: version.job_number ?? null,
    lastDeployedAt: version.last_deployed_at ? toStoredTime(version.last_deployed_at) : now,
  };
  await context.tx.insert<ComponentVersion>({ id: key, kind: 'ci-versions', scope: component, key, name: version.name, body });
};

const seedComponent = async (context: CiSeedContext, component: SeedComponent, now: string): Promise<void> => {
  const { name, labels, versions } = component;
  const [id, project] = [component.id ?? newId('uuid'), await findProjectId(context, component.project)];
  await context.tx.insert<DeployComponent>({
    id,
    kind: 'ci-components',
    scope: context.ciOrganization.id,
    key: `${project}/${name}`,
    name,
    body: { name, project, labels: toLabels(labels), createdAt: now, updatedAt: now },
  });
  await setTimes(context, 'ci-components', id, component);
  for (const version of versions ?? []) await seedVersion(context, id, version, now);
};

/** Environments, components and their versions: no route creates them. */
export const seedDeployments = async (context: CiSeedContext, seed: CiSeed, report: ReportSeedError): Promise<void> => {
  const now = context.clock.now().toISOString();
  await forEachEntry(seed.environments, 'environments', report, async ({ name, description, labels, ...entry }) => {
    const id = entry.id ?? newId('uuid');
    await context.tx.insert<DeployEnvironment>({
      id,
      kind: 'ci-environments',
      scope: context.ciOrganization.id,
      key: name,
      name,
      body: { name, description: description ?? '', labels: toLabels(labels), createdAt: now, updatedAt: now },
    });
    await setTimes(context, 'ci-environments', id, entry);
  });
  await forEachEntry(seed.components, 'components', report, (component) => seedComponent(context, component, now));
};
