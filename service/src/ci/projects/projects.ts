import { Problem } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteCiProjects } from './delete-project.ts';
import { type CodeHost, codeHostNames } from '../slugs/code-hosts.ts';
import { requireOrganizationOfPath, requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { parseCiBody, describeValue, invalidRequest, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { makeCreatorAdmin } from '../roles/give-role.ts';
import { requireRight } from '../roles/require-right.ts';
import type { CiProject } from './project-records.ts';
import { projectNameMember, repositoryNameMember } from '../requests/text-members.ts';
import { type ResolvedProject, renderProjectOrganizationSlug, requireCiProject, renderProjectSlug } from './require-project.ts';
import { projectUrl } from './project-url.ts';
import { renderProjectSettings } from './project-settings.ts';

const renderProject = (ctx: RequestContext, project: Pick<ResolvedProject, 'project' | 'organization'>) => {
  const {
    project: { id, body },
    organization,
  } = project;
  return {
    slug: renderProjectSlug(project, ctx.dialect),
    name: body.name,
    id,
    organization_name: organization.body.name,
    organization_slug: renderProjectOrganizationSlug(project, ctx.dialect),
    organization_id: organization.id,
    vcs_info: {
      ...(ctx.dialect === 'hosted' ? { vcs_url: projectUrl(project) } : {}),
      provider: codeHostNames(body.host, ctx.dialect).displayName,
      default_branch: body.defaultBranch,
    },
  };
};

export const projectNameMemberAt = (host: CodeHost) => (host === 'native' ? projectNameMember : repositoryNameMember);

export const newProjectMembers = (host: CodeHost) => ({ name: requiredMember(projectNameMemberAt(host)) });

/** Creates a project, whose admin the caller then is. Throws 403 without the right to, 409. */
export const createCiProject = async (
  ctx: RequestContext<Transaction>,
  organization: StoredRecord<CiOrganization>,
  host: CodeHost,
  name: string,
): Promise<StoredRecord<CiProject>> => {
  await requireRight(ctx, 'create-projects', { organization });
  const project = await conflictIfDuplicate(
    `the project "${name}" already exists`,
    ctx.tx.insert<CiProject>({
      id: ctx.newId('uuid'),
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
        createdAt: ctx.clock.now().toISOString(),
      },
    }),
  );
  await makeCreatorAdmin(ctx, organization, project);
  return project;
};

export const routes = [
  /** The slug selects the host of the code: a slug of a code host creates a project there, an id or native slug a native project. */
  route('POST /organization/{org-slug-or-id}/project', async (ctx) => {
    const { organization, host } = await requireOrganizationOfPath(ctx);
    const project = await createCiProject(ctx, organization, host, parseCiBody(ctx, newProjectMembers(host))['name'] as string);
    return ciOk(renderProject(ctx, { project, organization }));
  }),
  route('GET /project/{project-slug}', async (ctx) => ciOk(renderProject(ctx, await requireCiProject(ctx)))),
  route('DELETE /project/{project-slug}', async (ctx) => {
    const { project, organization } = await requireCiProject(ctx, 'manage-project');
    await deleteCiProjects(ctx.tx, organization.id, [project.id]);
    return acknowledged('Project deleted');
  }),
  route(
    'POST /project/{provider}/{organization}/{project}',
    async (ctx) => {
      const {
        provider,
        organization: home,
        project: name,
      } = ctx.params as { readonly provider: string; readonly organization: string; readonly project: string };
      const { organization, host } = await requireOrganizationBySlug(ctx, provider, home);
      if (host === 'native')
        throw new Problem(
          405,
          [{ detail: 'only projects of a code host are created at their path; send POST /organization/{org-slug-or-id}/project' }],
          { allow: 'GET, DELETE, HEAD' },
        );
      if (!projectNameMemberAt(host).accepts(name))
        throw invalidRequest({ detail: `expected ${projectNameMemberAt(host).description}, ${describeValue(name)}`, parameter: 'project' });
      return ciCreated(renderProjectSettings(await createCiProject(ctx, organization, host, name), ctx.dialect));
    },
    {
      deprecated:
        'POST /project/{provider}/{organization}/{project} is deprecated: Use POST /organization/{org-slug-or-id}/project. ' +
        'Its removal was announced for 1 August 2025.',
    },
  ),
];
