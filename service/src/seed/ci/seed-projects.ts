import { codeHostNames } from '../../ci/slugs/code-hosts.ts';
import type { StoredConfiguration } from '../../ci/pipelines/pipeline-records.ts';
import { createCheckoutKey } from '../../ci/projects/checkout-keys.ts';
import type { CiProject } from '../../ci/projects/project-records.ts';
import { repositoryNameMember } from '../../ci/requests/text-members.ts';
import { newId } from '../../store/new-id.ts';
import { unprocessable } from '../../http/problem.ts';
import { forEachEntry, withoutNulls, type ReportSeedError } from '../entries.ts';
import { normalizeHostedBody } from '../../ci/hosted-dialect.ts';
import { seedCustomClaims } from './seed-claims.ts';
import { seedSchedules, seedWebhooks } from './seed-webhooks.ts';
import { invokeCiRoute, type CiSeedEntry, type CiSeedContext, type CiSeed } from './seed-context.ts';
import { setTimes } from '../set-times.ts';
import { setVariableTimes } from './set-variable-times.ts';
import { seedProjectRoles } from './seed-roles.ts';
import { seedDefinitions } from './seed-definitions.ts';

const seedCheckoutKeys = async (
  context: CiSeedContext,
  project: string,
  host: CiProject['host'],
  seed: CiSeedEntry<'projects'>['checkout_keys'],
): Promise<void> => {
  for (const { type, algorithm, ...times } of seed ?? []) {
    if (host === 'native') throw unprocessable("checkout_keys are of projects on a code host: say host, or the organization's slug");
    if (type === 'user-key' && !context.owner) throw unprocessable("a user-key is the first owner's: say owners");
    const key = await createCheckoutKey({ tx: context.tx, clock: context.clock, newId }, project, {
      type,
      user: type === 'user-key' ? context.owner!.id : null,
      algorithm: algorithm ?? undefined,
    });
    await setTimes(context, 'ci-checkout-keys', key.id, times);
  }
};

/** Settings, variables, keys, configuration, claims, webhooks and schedules of a project. */
const seedProjectContent = async (
  context: CiSeedContext,
  id: string,
  host: CiProject['host'],
  project: CiSeedEntry<'projects'>,
): Promise<void> => {
  const slug = { provider: codeHostNames('native', 'neutral').shortCode, organization: context.ciOrganization.id, project: id };
  if (project.settings && Object.keys(project.settings).length > 0)
    await invokeCiRoute(
      context,
      'PATCH /project/{provider}/{organization}/{project}/settings',
      slug,
      normalizeHostedBody({ advanced: withoutNulls(project.settings) }),
    );
  for (const [name, value] of Object.entries(project.variables ?? {}))
    await invokeCiRoute(context, 'POST /project/{project-slug}/envvar', slug, { name, value });
  await setVariableTimes(context, 'ci-project-variables', id, project.variable_times);
  await seedCheckoutKeys(context, id, host, project.checkout_keys);
  if (project.configuration)
    await context.tx.insert<StoredConfiguration>({
      id: newId('uuid'),
      kind: 'ci-configurations',
      scope: id,
      key: 'config',
      name: '',
      body: { text: project.configuration },
    });
  await seedCustomClaims(context, project.custom_claims, id);
  await seedWebhooks(context, id, project.webhooks);
  await seedSchedules(context, slug, project.schedules);
  await setTimes(context, 'ci-projects', id, project);
};

/** Projects with what is in them. */
export const seedCiProjects = (context: CiSeedContext, seed: CiSeed, report: ReportSeedError): Promise<void> =>
  forEachEntry(
    seed.projects,
    'projects',
    (path, error) => report(path, error),
    async (project) => {
      const { id } = await invokeCiRoute(
        context,
        'POST /organization/{org-slug-or-id}/project',
        { 'org-slug-or-id': context.ciOrganization.id },
        { name: project.name },
        project.id,
      );
      const record = (await context.tx.get<CiProject>('ci-projects', id))!;
      const host = project.host ?? record.body.host;
      if (host !== 'native' && !repositoryNameMember.accepts(project.name))
        throw unprocessable(`name: expected ${repositoryNameMember.description}`);
      await context.tx.update<CiProject>(record, {
        body: { ...record.body, host, defaultBranch: project.default_branch ?? 'main', openSource: project.open_source ?? false },
      });
      await seedProjectContent(context, id, host, project);
      const reportHere: ReportSeedError = (path, error) => report(['projects', seed.projects!.indexOf(project), ...path], error);
      await seedProjectRoles(context, id, project.roles, reportHere);
      await seedDefinitions(context, id, project, reportHere);
    },
  );
