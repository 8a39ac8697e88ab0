import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { userHere } from '../organizations/users.ts';
import { organizationNamed } from '../organizations/here.ts';
import { got, invalid } from '../read.ts';
import { made, ok } from '../replies.ts';
import { projectHere } from './here.ts';
import { nameOn, newProject } from './projects.ts';

/** Whoever belongs to an organization follows its projects. A repository of a code host that is no project yet becomes one. */
const follow = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { provider, organization: home, project: name } = asking.params as { readonly provider: string; readonly organization: string; readonly project: string };
  const { organization, host } = await organizationNamed(asking, provider, home);
  if (host === 'native') await projectHere(asking);
  else if (!await asking.tx.getByKey('ci-projects', organization.id, name)) {
    if (!nameOn(host).accepts(name)) throw invalid({ detail: `expected ${nameOn(host).description}, ${got(name)}`, parameter: 'project' });
    await newProject(asking, organization, host, name);
  }
  return made({ following: true, workflow: true, first_build: null });
};

/** Of the hosted service's version 1.1, what the official provider still calls. */
export const routes = [
  route('POST /api/v1.1/project/{provider}/{organization}/{project}/follow', follow, { atRoot: true }),
  route('GET /api/v1.1/me', async (asking) => {
    const { body } = await userHere(asking);
    return ok({ login: body.name, name: body.name, avatar_url: null, admin: false });
  }, { atRoot: true }),
];
