import { renderAvatarUrl } from '../hosted-dialect.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { requireCiUser } from '../organizations/users.ts';
import { requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { requireCiProject } from './require-project.ts';
import { projectNameMemberAt, createCiProject } from './projects.ts';

/** Members of an organization follow all its projects, so this only creates a project for a repository that has none. */
const followProject = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    provider,
    organization: home,
    project: name,
  } = ctx.params as { readonly provider: string; readonly organization: string; readonly project: string };
  const { organization, host } = await requireOrganizationBySlug(ctx, provider, home);
  if (host === 'native') await requireCiProject(ctx);
  else if (!(await ctx.tx.getByKey('ci-projects', organization.id, name))) {
    if (!projectNameMemberAt(host).accepts(name))
      throw invalidRequest({ detail: `expected ${projectNameMemberAt(host).description}, ${describeValue(name)}`, parameter: 'project' });
    await createCiProject(ctx, organization, host, name);
  }
  return ciCreated({ following: true, workflow: true, first_build: null });
};

/** Endpoints of the hosted service's API v1.1 that the official Terraform provider still calls. */
export const routes = [
  route('POST /api/v1.1/project/{provider}/{organization}/{project}/follow', followProject, { atRoot: true }),
  route(
    'GET /api/v1.1/me',
    async (ctx) => {
      const { body } = await requireCiUser(ctx);
      return ciOk({ login: body.name, name: body.name, avatar_url: renderAvatarUrl(ctx.dialect), admin: false });
    },
    { atRoot: true },
  ),
];
