import type { DeployComponent, DeployEnvironment, DeployLabel, ComponentVersion } from '../../ci/deployments/deployment-records.ts';
import type { Repository } from '../../ci/organizations/organization-records.ts';
import { newId } from '../../store/new-id.ts';
import { forEachEntry, type ReportSeedError } from '../entries.ts';
import { findEnvironmentId, type CiSeedContext, findProjectId, type CiSeed } from './seed-context.ts';

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

/** What requests only read: environments, components, and their versions. */
export const seedDeployments = async (context: CiSeedContext, seed: CiSeed, report: ReportSeedError): Promise<void> => {
  const { tx, ciOrganization: home } = context;
  const now = context.clock.now().toISOString();
  const times = { createdAt: now, updatedAt: now };
  await forEachEntry(seed.environments, 'environments', report, async ({ id, name, description, labels }) => {
    await tx.insert<DeployEnvironment>({
      id: id ?? newId('uuid'),
      kind: 'ci-environments',
      scope: home.id,
      key: name,
      name,
      body: { name, description: description ?? '', labels: toLabels(labels), ...times },
    });
  });
  await forEachEntry(seed.components, 'components', report, async ({ id: seed, name, project: named, labels, versions }) => {
    const [id, project] = [seed ?? newId('uuid'), await findProjectId(context, named)];
    await tx.insert<DeployComponent>({
      id,
      kind: 'ci-components',
      scope: home.id,
      key: `${project}/${name}`,
      name,
      body: { name, project, labels: toLabels(labels), ...times },
    });
    for (const one of versions ?? []) {
      const key = newId('uuid');
      await tx.insert<ComponentVersion>({
        id: key,
        kind: 'ci-versions',
        scope: id,
        key,
        name: one.name,
        body: {
          name: one.name,
          environment: await findEnvironmentId(context, one.environment),
          namespace: one.namespace ?? '',
          isLive: one.is_live ?? false,
          pipeline: one.pipeline_id ?? null,
          workflow: one.workflow_id ?? null,
          job: one.job_id ?? null,
          jobNumber: one.job_number ?? null,
          lastDeployedAt: one.last_deployed_at ?? now,
        },
      });
    }
  });
};
