import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { requireCiUser } from '../organizations/users.ts';
import { requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { requireCiProject } from './require-project.ts';
import { projectNameMemberAt, createCiProject } from './projects.ts';

/** Whoever belongs to an organization follows its projects. A repository of a code host that is no project yet becomes one. */
const followProject = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    provider,
    organization: home,
    project: name,
  } = asking.params as { readonly provider: string; readonly organization: string; readonly project: string };
  const { organization, host } = await requireOrganizationBySlug(asking, provider, home);
  if (host === 'native') await requireCiProject(asking);
  else if (!(await asking.tx.getByKey('ci-projects', organization.id, name))) {
    if (!projectNameMemberAt(host).accepts(name))
      throw invalidRequest({ detail: `expected ${projectNameMemberAt(host).description}, ${describeValue(name)}`, parameter: 'project' });
    await createCiProject(asking, organization, host, name);
  }
  return ciCreated({ following: true, workflow: true, first_build: null });
};

/** Of the hosted service's version 1.1, what the official provider still calls. */
export const routes = [
  route('POST /api/v1.1/project/{provider}/{organization}/{project}/follow', followProject, { atRoot: true }),
  route(
    'GET /api/v1.1/me',
    async (asking) => {
      const { body } = await requireCiUser(asking);
      return ciOk({ login: body.name, name: body.name, avatar_url: null, admin: false });
    },
    { atRoot: true },
  ),
];
