import { codeHostNames } from '../../ci/slugs/code-hosts.ts';
import type { StoredConfiguration } from '../../ci/pipelines/pipeline-records.ts';
import { createCheckoutKey } from '../../ci/projects/checkout-keys.ts';
import type { CiProject } from '../../ci/projects/project-records.ts';
import { repositoryNameMember } from '../../ci/requests/text-members.ts';
import { newId } from '../../store/new-id.ts';
import { unprocessable } from '../../http/problem.ts';
import { forEachEntry, withoutNulls, type ReportSeedError } from '../entries.ts';
import { invokeCiRoute, type CiSeedEntry, type CiSeedContext, type CiSeed } from './seed-context.ts';
import { seedDefinitions } from './seed-definitions.ts';

const seedCheckoutKeys = async (
  at: CiSeedContext,
  project: string,
  host: CiProject['host'],
  given: CiSeedEntry<'projects'>['checkout_keys'],
): Promise<void> => {
  for (const { type, algorithm } of given ?? []) {
    if (host === 'native') throw unprocessable("checkout_keys are of projects on a code host: say host, or the organization's slug");
    if (type === 'user-key' && !at.owner) throw unprocessable("a user-key is the first owner's: say owners");
    await createCheckoutKey({ tx: at.tx, clock: at.clock, newId }, project, {
      type,
      user: type === 'user-key' ? at.owner!.id : null,
      algorithm: algorithm ?? undefined,
    });
  }
};

/** Projects with what is in them. */
export const seedCiProjects = (at: CiSeedContext, given: CiSeed, tell: ReportSeedError): Promise<void> =>
  forEachEntry(
    given.projects,
    'projects',
    (path, error) => tell(path, error),
    async (project) => {
      const { id } = await invokeCiRoute(
        at,
        'POST /organization/{org-slug-or-id}/project',
        { 'org-slug-or-id': at.ciOrganization.id },
        { name: project.name },
        project.id,
      );
      const record = (await at.tx.get<CiProject>('ci-projects', id))!;
      const host = project.host ?? record.body.host;
      if (host !== 'native' && !repositoryNameMember.accepts(project.name))
        throw unprocessable(`name: expected ${repositoryNameMember.description}`);
      await at.tx.update<CiProject>(record, {
        body: { ...record.body, host, defaultBranch: project.default_branch ?? 'main', openSource: project.open_source ?? false },
      });
      const slug = { provider: codeHostNames('native', 'neutral').shortCode, organization: at.ciOrganization.id, project: id };
      if (project.settings && Object.keys(project.settings).length > 0)
        await invokeCiRoute(at, 'PATCH /project/{provider}/{organization}/{project}/settings', slug, {
          advanced: withoutNulls(project.settings),
        });
      for (const [name, value] of Object.entries(project.variables ?? {}))
        await invokeCiRoute(at, 'POST /project/{project-slug}/envvar', slug, { name, value });
      await seedCheckoutKeys(at, id, host, project.checkout_keys);
      if (project.configuration)
        await at.tx.insert<StoredConfiguration>({
          id: newId('uuid'),
          kind: 'ci-configurations',
          scope: id,
          key: 'config',
          name: '',
          body: { text: project.configuration },
        });
      await seedDefinitions(at, id, project, (path, error) => tell(['projects', given.projects!.indexOf(project), ...path], error));
    },
  );
