import type { Component, Environment, Label, Repository, Version } from '../../ci/stored.ts';
import { newId } from '../../new-id.ts';
import { each, type Tell } from '../entries.ts';
import { environmentNamed, type PlantingCi, projectNamed, type SeedCi } from './names.ts';

const labelsOf = (labels: { readonly [key: string]: string } | null | undefined): readonly Label[] => Object.entries(labels ?? {}).map(([key, value]) => ({ key, value }));

export const plantRepositories = (at: PlantingCi, given: SeedCi, tell: Tell): Promise<void> =>
  each(given.repositories, 'repositories', tell, async ({ external_id: key, full_name: fullName, default_branch: branch, open_source: open, path }) => {
    await at.tx.insert<Repository>({ id: newId('uuid'), kind: 'ci-repositories', scope: at.home.id, key, name: fullName, body: { fullName, defaultBranch: branch ?? 'main', openSource: open ?? false, path: path ?? null } });
  });

/** What requests only read: environments, components, and their versions. */
export const plantDeployments = async (at: PlantingCi, given: SeedCi, tell: Tell): Promise<void> => {
  const { tx, home } = at;
  const now = at.clock.now().toISOString();
  const times = { createdAt: now, updatedAt: now };
  await each(given.environments, 'environments', tell, async ({ id, name, description, labels }) => {
    await tx.insert<Environment>({ id: id ?? newId('uuid'), kind: 'ci-environments', scope: home.id, key: name, name, body: { name, description: description ?? '', labels: labelsOf(labels), ...times } });
  });
  await each(given.components, 'components', tell, async ({ id: given, name, project: named, labels, versions }) => {
    const [id, project] = [given ?? newId('uuid'), await projectNamed(at, named)];
    await tx.insert<Component>({ id, kind: 'ci-components', scope: home.id, key: `${project}/${name}`, name, body: { name, project, labels: labelsOf(labels), ...times } });
    for (const one of versions ?? []) {
      const key = newId('uuid');
      await tx.insert<Version>({ id: key, kind: 'ci-versions', scope: id, key, name: one.name, body: {
        name: one.name, environment: await environmentNamed(at, one.environment), namespace: one.namespace ?? '', isLive: one.is_live ?? false, pipeline: one.pipeline_id ?? null,
        workflow: one.workflow_id ?? null, job: one.job_id ?? null, jobNumber: one.job_number ?? null, lastDeployedAt: one.last_deployed_at ?? now,
      } });
    }
  });
};
