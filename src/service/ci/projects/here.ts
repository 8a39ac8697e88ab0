import { notFound } from '../../problem.ts';
import type { RequestContext } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { type Host, spelled } from '../hosts.ts';
import { belongs, organizationNamed } from '../organizations/here.ts';
import { idIn, invalid } from '../read.ts';
import { isUuid, longId, shortId } from '../short-id.ts';
import type { CiOrganization, CiProject } from '../stored.ts';

/** A project and the organization it is in. `host`: which kind of slug asked for it. */
export interface Here { readonly project: StoredRecord<CiProject>; readonly organization: StoredRecord<CiOrganization>; readonly host: Host }

const notASlug = (text: string) => invalid({ detail: `expected a slug such as gh/acme/web, or <provider>/<organization>/<project>; got "${text.slice(0, 60)}"`, parameter: 'project-slug' });

const withId = async (asking: RequestContext, id: string): Promise<Here | undefined> => {
  const project = await asking.tx.get<CiProject>('ci-projects', id);
  const organization = project && await asking.tx.get<CiOrganization>('ci-organizations', project.scope);
  return project && organization && belongs(asking, organization) ? { project, organization, host: project.body.host } : undefined;
};

/** By the slug of the path, human or opaque: 400 for what is no slug, 404 unless it is there and the caller belongs to its organization. */
export const projectHere = async (asking: RequestContext): Promise<Here> => {
  const { provider, organization: home, project: name, 'project-slug': piece, rest } = asking.params;
  // Clients of the hosted service send the project's id where a slug stands.
  const byId = asking.dialect === 'hosted' && rest === undefined && piece !== undefined && isUuid(piece) ? await withId(asking, piece.toLowerCase()) : undefined;
  if (byId) return byId;
  if (piece !== undefined) throw notASlug(rest === undefined ? piece : `${piece}/${rest}`);
  const { organization, host } = await organizationNamed(asking, provider!, home!);
  const id = host === 'native' ? longId(name!) : undefined;
  const project = host === 'native'
    ? id === undefined ? undefined : await asking.tx.get<CiProject>('ci-projects', id)
    : await asking.tx.getByKey<CiProject>('ci-projects', organization.id, name!);
  if (project?.scope !== organization.id) throw notFound(`the project "${provider}/${home}/${name}"`);
  return { project, organization, host };
};

/** By the UUID in `{project_id}`. */
export const projectWithId = async (asking: RequestContext): Promise<Here> => {
  const id = idIn(asking, 'project_id');
  const here = await withId(asking, id);
  if (!here) throw notFound(`the project ${id}`);
  return here;
};

/** The caller's project of this UUID, if there is one. */
export const projectOf = async (asking: RequestContext, id: string): Promise<StoredRecord<CiProject> | undefined> => (await withId(asking, id))?.project;

/** The slug it tells: opaque for the service's own kind, human for one on a code host. */
export const projectSlug = ({ project: { id, body }, organization }: Pick<Here, 'project' | 'organization'>, profile: RequestContext['dialect']): string => {
  const { short } = spelled(body.host, profile);
  return body.host === 'native' ? `${short}/${shortId(organization.id)}/${shortId(id)}` : `${short}/${hostName(organization, body.host)}/${body.name}`;
};

/** What the organization is called where the project lives. */
const hostName = ({ body }: StoredRecord<CiOrganization>, host: Host): string => (body.host === host ? body.hostName : body.name);
export const homeSlug = ({ project: { body }, organization }: Pick<Here, 'project' | 'organization'>, profile: RequestContext['dialect']): string =>
  `${spelled(body.host, profile).short}/${body.host === 'native' ? shortId(organization.id) : hostName(organization, body.host)}`;
