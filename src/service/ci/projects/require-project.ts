import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { type CodeHost, codeHostNames } from '../slugs/code-hosts.ts';
import { isOrganizationMember, requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import { isUuid, decodeShortId, encodeShortId } from '../slugs/short-id.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from './project-records.ts';

/** A project and the organization it is in. `host`: which kind of slug asked for it. */
export interface ResolvedProject {
  readonly project: StoredRecord<CiProject>;
  readonly organization: StoredRecord<CiOrganization>;
  readonly host: CodeHost;
}

const invalidProjectSlug = (text: string) =>
  invalidRequest({
    detail: `expected a slug such as gh/acme/web, or <provider>/<organization>/<project>; got "${text.slice(0, 60)}"`,
    parameter: 'project-slug',
  });

const findProject = async (asking: RequestContext, id: string): Promise<ResolvedProject | undefined> => {
  const project = await asking.tx.get<CiProject>('ci-projects', id);
  const organization = project && (await asking.tx.get<CiOrganization>('ci-organizations', project.scope));
  return project && organization && isOrganizationMember(asking, organization)
    ? { project, organization, host: project.body.host }
    : undefined;
};

/** By the slug of the path, human or opaque: 400 for what is no slug, 404 unless it is there and the caller belongs to its organization. */
export const requireCiProject = async (asking: RequestContext): Promise<ResolvedProject> => {
  const { provider, organization: home, project: name, 'project-slug': piece, rest } = asking.params;
  // Clients of the hosted service send the project's id where a slug stands.
  const byId =
    asking.dialect === 'hosted' && rest === undefined && piece !== undefined && isUuid(piece)
      ? await findProject(asking, piece.toLowerCase())
      : undefined;
  if (byId) return byId;
  if (piece !== undefined) throw invalidProjectSlug(rest === undefined ? piece : `${piece}/${rest}`);
  const { organization, host } = await requireOrganizationBySlug(asking, provider!, home!);
  const id = host === 'native' ? decodeShortId(name!) : undefined;
  const project =
    host === 'native'
      ? id === undefined
        ? undefined
        : await asking.tx.get<CiProject>('ci-projects', id)
      : await asking.tx.getByKey<CiProject>('ci-projects', organization.id, name!);
  if (project?.scope !== organization.id) throw notFound(`the project "${provider}/${home}/${name}"`);
  return { project, organization, host };
};

/** By the UUID in `{project_id}`. */
export const requireProjectById = async (asking: RequestContext): Promise<ResolvedProject> => {
  const id = uuidPathParameter(asking, 'project_id');
  const here = await findProject(asking, id);
  if (!here) throw notFound(`the project ${id}`);
  return here;
};

/** The caller's project of this UUID, if there is one. */
export const findProjectById = async (asking: RequestContext, id: string): Promise<StoredRecord<CiProject> | undefined> =>
  (await findProject(asking, id))?.project;

/** The slug it tells: opaque for the service's own kind, human for one on a code host. */
export const renderProjectSlug = (
  { project: { id, body }, organization }: Pick<ResolvedProject, 'project' | 'organization'>,
  profile: RequestContext['dialect'],
): string => {
  const { shortCode: short } = codeHostNames(body.host, profile);
  return body.host === 'native'
    ? `${short}/${encodeShortId(organization.id)}/${encodeShortId(id)}`
    : `${short}/${organizationNameAtHost(organization, body.host)}/${body.name}`;
};

/** What the organization is called where the project lives. */
const organizationNameAtHost = ({ body }: StoredRecord<CiOrganization>, host: CodeHost): string =>
  body.host === host ? body.hostName : body.name;
export const renderProjectOrganizationSlug = (
  { project: { body }, organization }: Pick<ResolvedProject, 'project' | 'organization'>,
  profile: RequestContext['dialect'],
): string =>
  `${codeHostNames(body.host, profile).shortCode}/${body.host === 'native' ? encodeShortId(organization.id) : organizationNameAtHost(organization, body.host)}`;
