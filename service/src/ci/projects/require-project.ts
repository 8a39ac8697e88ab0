import { firstCharacters } from '../../http/characters.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { type CodeHost, codeHostNames, parseCodeHost } from '../slugs/code-hosts.ts';
import { isOrganizationMember, requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import { isUuid, decodeShortId, encodeShortId } from '../slugs/short-id.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from './project-records.ts';
import { requireRight } from '../roles/require-right.ts';
import type { CiRight } from '../roles/right-holders.ts';

/** A project with its organization. `host`: the host of the slug in the request. */
export interface ResolvedProject {
  readonly project: StoredRecord<CiProject>;
  readonly organization: StoredRecord<CiOrganization>;
  readonly host: CodeHost;
}

const invalidProjectSlug = (text: string) =>
  invalidRequest({
    detail: `expected a slug such as gh/acme/web, or <provider>/<organization>/<project>; got "${firstCharacters(text, 60)}"`,
    parameter: 'project-slug',
  });

/** The project with this UUID, if the caller belongs to its organization. */
export const findProjectById = async (ctx: RequestContext, id: string): Promise<ResolvedProject | undefined> => {
  const project = await ctx.tx.get<CiProject>('ci-projects', id);
  const organization = project && (await ctx.tx.get<CiOrganization>('ci-organizations', project.scope));
  return project && organization && isOrganizationMember(ctx, organization)
    ? { project, organization, host: project.body.host }
    : undefined;
};

const findProjectBySlug = async (
  ctx: RequestContext,
  host: CodeHost | undefined,
  home: string,
  name: string,
): Promise<StoredRecord<CiProject> | undefined> => {
  if (host === undefined) return undefined;
  if (host !== 'native')
    return ctx.tx.getWithin<CiProject>('ci-projects', { kind: 'ci-slugs', scope: host, key: home, member: 'organization' }, name);
  const id = decodeShortId(name);
  return id === undefined ? undefined : ctx.tx.get<CiProject>('ci-projects', id);
};

const resolveProject = async (ctx: RequestContext): Promise<ResolvedProject> => {
  const { provider, organization: home, project: name, 'project-slug': piece, rest } = ctx.params;
  // Clients of the hosted service send the id of the project in place of a slug.
  const byId =
    ctx.dialect === 'hosted' && rest === undefined && piece !== undefined && isUuid(piece)
      ? await findProjectById(ctx, piece.toLowerCase())
      : undefined;
  if (byId) return byId;
  if (piece !== undefined) throw invalidProjectSlug(rest === undefined ? piece : `${piece}/${rest}`);
  const [{ organization, host }, project] = await Promise.all([
    requireOrganizationBySlug(ctx, provider!, home!),
    findProjectBySlug(ctx, parseCodeHost(provider!), home!, name!),
  ]);
  if (project?.scope !== organization.id) throw notFound(`the project "${provider}/${home}/${name}"`);
  return { project, organization, host };
};

/**
 * The project of the slug in the path: 400 for a malformed slug, 404 unless it exists and the caller belongs to its organization, 403
 * without the right.
 */
export const requireCiProject = async (ctx: RequestContext, right?: CiRight): Promise<ResolvedProject> => {
  const resolved = await resolveProject(ctx);
  if (right !== undefined) await requireRight(ctx, right, resolved);
  return resolved;
};

/**
 * The project of `{project_id}`; throws 400 for a malformed ID, 404 unless it exists and the caller belongs to its organization, 403
 * without the right.
 */
export const requireProjectById = async (ctx: RequestContext, right?: CiRight): Promise<ResolvedProject> => {
  const id = uuidPathParameter(ctx, 'project_id');
  const resolved = await findProjectById(ctx, id);
  if (!resolved) throw notFound(`the project ${id}`);
  if (right !== undefined) await requireRight(ctx, right, resolved);
  return resolved;
};

/** The slug in responses: opaque for native projects, readable for projects of a code host. */
export const renderProjectSlug = (
  { project: { id, body }, organization }: Pick<ResolvedProject, 'project' | 'organization'>,
  dialect: RequestContext['dialect'],
): string => {
  const { shortCode: code } = codeHostNames(body.host, dialect);
  return body.host === 'native'
    ? `${code}/${encodeShortId(organization.id)}/${encodeShortId(id)}`
    : `${code}/${organizationNameAtHost(organization, body.host)}/${body.name}`;
};

/** The name of the organization at the host of the project. */
const organizationNameAtHost = ({ body }: StoredRecord<CiOrganization>, host: CodeHost): string =>
  body.host === host ? body.hostName : body.name;
export const renderProjectOrganizationSlug = (
  { project: { body }, organization }: Pick<ResolvedProject, 'project' | 'organization'>,
  dialect: RequestContext['dialect'],
): string => {
  const name = body.host === 'native' ? encodeShortId(organization.id) : organizationNameAtHost(organization, body.host);
  return `${codeHostNames(body.host, dialect).shortCode}/${name}`;
};
