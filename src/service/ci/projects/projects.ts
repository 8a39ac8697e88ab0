import { Problem } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { forgetProject } from '../forget.ts';
import { type Host, spelled } from '../hosts.ts';
import { organizationInPath, organizationNamed } from '../organizations/here.ts';
import { bodyOf, got, invalid, must } from '../read.ts';
import { made, ok, said, unlessTaken } from '../replies.ts';
import type { CiOrganization, CiProject } from '../stored.ts';
import { aProjectName, aRepositoryName } from '../texts.ts';
import { type Here, homeSlug, projectHere, projectSlug } from './here.ts';
import { settingsDocument } from './settings.ts';

/** Where people look at it; the hosted service tells it. */
const address = ({ project: { id, body }, organization }: Pick<Here, 'project' | 'organization'>): string => (body.host === 'native'
  ? `//circleci.com/${organization.id}/${id}` : `https://${body.host === 'github' ? 'github.com' : 'bitbucket.org'}/${organization.body.hostName || organization.body.name}/${body.name}`);

const render = (asking: RequestContext, here: Pick<Here, 'project' | 'organization'>) => {
  const { project: { id, body }, organization } = here;
  return {
    slug: projectSlug(here, asking.dialect), name: body.name, id,
    organization_name: organization.body.name, organization_slug: homeSlug(here, asking.dialect), organization_id: organization.id,
    vcs_info: {
      ...(asking.dialect === 'hosted' ? { vcs_url: address(here) } : {}),
      provider: spelled(body.host, asking.dialect).shown, default_branch: body.defaultBranch,
    },
  };
};

export const nameOn = (host: Host) => (host === 'native' ? aProjectName : aRepositoryName);

export const newProject = (asking: RequestContext<Transaction>, organization: StoredRecord<CiOrganization>, host: Host, name: string): Promise<StoredRecord<CiProject>> =>
  unlessTaken(`the project "${name}" is there already`, asking.tx.insert<CiProject>({ id: asking.newId('uuid'), kind: 'ci-projects', scope: organization.id, key: name, name, body: {
    name, host, defaultBranch: 'main', openSource: false, settings: {}, createdAt: asking.clock.now().toISOString(),
  } }));

export const routes = [
  /** The slug says where the project's code is: a code host's makes one of that host, the organization's own or its id one of its kind. */
  route('POST /organization/{org-slug-or-id}/project', async (asking) => {
    const { organization, host } = await organizationInPath(asking);
    const project = await newProject(asking, organization, host, bodyOf(asking, { name: must(nameOn(host)) })['name'] as string);
    return ok(render(asking, { project, organization }));
  }),
  route('GET /project/{project-slug}', async (asking) => ok(render(asking, await projectHere(asking)))),
  route('DELETE /project/{project-slug}', async (asking) => {
    const { project, organization } = await projectHere(asking);
    await forgetProject(asking.tx, organization.id, project.id);
    return said('Project deleted');
  }),
  route('POST /project/{provider}/{organization}/{project}', async (asking) => {
    const { provider, organization: home, project: name } = asking.params as { readonly provider: string; readonly organization: string; readonly project: string };
    const { organization, host } = await organizationNamed(asking, provider, home);
    if (host === 'native') throw new Problem(405, [{ detail: 'only projects of a code host are made at their path; send POST /organization/{org-slug-or-id}/project' }], { allow: 'GET, DELETE, HEAD' });
    if (!nameOn(host).accepts(name)) throw invalid({ detail: `expected ${nameOn(host).description}, ${got(name)}`, parameter: 'project' });
    return made(settingsDocument(await newProject(asking, organization, host, name), asking.dialect));
  }, { deprecated: 'POST /project/{provider}/{organization}/{project} is deprecated: Use POST /organization/{org-slug-or-id}/project. Its removal was announced for 1 August 2025.' }),
];
