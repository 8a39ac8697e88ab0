import { spelled } from '../../ci/hosts.ts';
import type { Text } from '../../ci/pipelines/stored.ts';
import { newCheckoutKey } from '../../ci/projects/checkout-keys.ts';
import type { CiProject } from '../../ci/stored.ts';
import { aRepositoryName } from '../../ci/texts.ts';
import { newId } from '../../new-id.ts';
import { unprocessable } from '../../problem.ts';
import { each, said, type Tell } from '../entries.ts';
import { ask, type Given, type PlantingCi, type SeedCi } from './names.ts';
import { plantDefinitions } from './plant-definitions.ts';

const plantKeys = async (at: PlantingCi, project: string, host: CiProject['host'], given: Given<'projects'>['checkout_keys']): Promise<void> => {
  for (const { type, algorithm } of given ?? []) {
    if (host === 'native') throw unprocessable('checkout_keys are of projects on a code host: say host, or the organization\'s slug');
    if (type === 'user-key' && !at.owner) throw unprocessable('a user-key is the first owner\'s: say owners');
    await newCheckoutKey({ tx: at.tx, clock: at.clock, newId }, project, { type, user: type === 'user-key' ? at.owner!.id : null, algorithm: algorithm ?? undefined });
  }
};

/** Projects with what is in them. */
export const plantCiProjects = (at: PlantingCi, given: SeedCi, tell: Tell): Promise<void> =>
  each(given.projects, 'projects', (path, error) => tell(path, error), async (project) => {
    const { id } = await ask(at, 'POST /organization/{org-slug-or-id}/project', { 'org-slug-or-id': at.home.id }, { name: project.name }, project.id);
    const record = (await at.tx.get<CiProject>('ci-projects', id))!;
    const host = project.host ?? record.body.host;
    if (host !== 'native' && !aRepositoryName.accepts(project.name)) throw unprocessable(`name: expected ${aRepositoryName.words}`);
    await at.tx.update<CiProject>(record, { body: { ...record.body, host, defaultBranch: project.default_branch ?? 'main', openSource: project.open_source ?? false } });
    const slug = { provider: spelled('native', 'neutral').short, organization: at.home.id, project: id };
    if (project.settings && Object.keys(project.settings).length > 0)
      await ask(at, 'PATCH /project/{provider}/{organization}/{project}/settings', slug, { advanced: said(project.settings) });
    for (const [name, value] of Object.entries(project.variables ?? {})) await ask(at, 'POST /project/{project-slug}/envvar', slug, { name, value });
    await plantKeys(at, id, host, project.checkout_keys);
    if (project.configuration) await at.tx.insert<Text>({ id: newId('uuid'), kind: 'ci-configurations', scope: id, key: 'config', name: '', body: { text: project.configuration } });
    await plantDefinitions(at, id, project, (path, error) => tell(['projects', given.projects!.indexOf(project), ...path], error));
  });
