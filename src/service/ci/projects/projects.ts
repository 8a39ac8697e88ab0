import { Problem } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteCiProject } from './delete-project.ts';
import { type CodeHost, codeHostNames } from '../slugs/code-hosts.ts';
import { requireOrganizationOfPath, requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { parseCiBody, describeValue, invalidRequest, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from './project-records.ts';
import { projectNameMember, repositoryNameMember } from '../requests/text-members.ts';
import { type ResolvedProject, renderProjectOrganizationSlug, requireCiProject, renderProjectSlug } from './require-project.ts';
import { renderProjectSettings } from './project-settings.ts';

/** Where people look at it; the hosted service tells it. */
const projectUrl = ({ project: { id, body }, organization }: Pick<ResolvedProject, 'project' | 'organization'>): string =>
  body.host === 'native'
    ? `//circleci.com/${organization.id}/${id}`
    : `https://${body.host === 'github' ? 'github.com' : 'bitbucket.org'}/${organization.body.hostName || organization.body.name}/${body.name}`;

const renderProject = (asking: RequestContext, here: Pick<ResolvedProject, 'project' | 'organization'>) => {
  const {
    project: { id, body },
    organization,
  } = here;
  return {
    slug: renderProjectSlug(here, asking.dialect),
    name: body.name,
    id,
    organization_name: organization.body.name,
    organization_slug: renderProjectOrganizationSlug(here, asking.dialect),
    organization_id: organization.id,
    vcs_info: {
      ...(asking.dialect === 'hosted' ? { vcs_url: projectUrl(here) } : {}),
      provider: codeHostNames(body.host, asking.dialect).displayName,
      default_branch: body.defaultBranch,
    },
  };
};

export const projectNameMemberAt = (host: CodeHost) => (host === 'native' ? projectNameMember : repositoryNameMember);

export const createCiProject = (
  asking: RequestContext<Transaction>,
  organization: StoredRecord<CiOrganization>,
  host: CodeHost,
  name: string,
): Promise<StoredRecord<CiProject>> =>
  conflictIfDuplicate(
    `the project "${name}" is there already`,
    asking.tx.insert<CiProject>({
      id: asking.newId('uuid'),
      kind: 'ci-projects',
      scope: organization.id,
      key: name,
      name,
      body: {
        name,
        host,
        defaultBranch: 'main',
        openSource: false,
        settings: {},
        createdAt: asking.clock.now().toISOString(),
      },
    }),
  );

export const routes = [
  /** The slug says where the project's code is: a code host's makes one of that host, the organization's own or its id one of its kind. */
  route('POST /organization/{org-slug-or-id}/project', async (asking) => {
    const { organization, host } = await requireOrganizationOfPath(asking);
    const project = await createCiProject(
      asking,
      organization,
      host,
      parseCiBody(asking, { name: requiredMember(projectNameMemberAt(host)) })['name'] as string,
    );
    return ciOk(renderProject(asking, { project, organization }));
  }),
  route('GET /project/{project-slug}', async (asking) => ciOk(renderProject(asking, await requireCiProject(asking)))),
  route('DELETE /project/{project-slug}', async (asking) => {
    const { project, organization } = await requireCiProject(asking);
    await deleteCiProject(asking.tx, organization.id, project.id);
    return acknowledged('Project deleted');
  }),
  route(
    'POST /project/{provider}/{organization}/{project}',
    async (asking) => {
      const {
        provider,
        organization: home,
        project: name,
      } = asking.params as { readonly provider: string; readonly organization: string; readonly project: string };
      const { organization, host } = await requireOrganizationBySlug(asking, provider, home);
      if (host === 'native')
        throw new Problem(
          405,
          [{ detail: 'only projects of a code host are made at their path; send POST /organization/{org-slug-or-id}/project' }],
          { allow: 'GET, DELETE, HEAD' },
        );
      if (!projectNameMemberAt(host).accepts(name))
        throw invalidRequest({ detail: `expected ${projectNameMemberAt(host).description}, ${describeValue(name)}`, parameter: 'project' });
      return ciCreated(renderProjectSettings(await createCiProject(asking, organization, host, name), asking.dialect));
    },
    {
      deprecated:
        'POST /project/{provider}/{organization}/{project} is deprecated: Use POST /organization/{org-slug-or-id}/project. Its removal was announced for 1 August 2025.',
    },
  ),
];
