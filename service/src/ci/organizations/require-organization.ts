import { firstCharacters } from '../../http/characters.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codeHostCodes, type CodeHost, parseCodeHost, codeHostNames } from '../slugs/code-hosts.ts';
import { queryParameter, uuidParameter, invalidRequest } from '../requests/read-request.ts';
import { isUuid, decodeShortId, encodeShortId } from '../slugs/short-id.ts';
import { requireRight } from '../roles/require-right.ts';
import type { CiRight } from '../roles/right-holders.ts';
import type { CiOrganization, OrganizationSlug } from './organization-records.ts';

type OrganizationRecord = StoredRecord<CiOrganization>;

/** The slug in responses: opaque, or the one of the code host. */
export const renderOrganizationSlug = ({ id, body }: OrganizationRecord, dialect: RequestContext['dialect']): string =>
  `${codeHostNames(body.host, dialect).shortCode}/${body.host === 'native' ? encodeShortId(id) : body.hostName}`;

export const isOrganizationMember = (ctx: RequestContext, organization: Pick<OrganizationRecord, 'key'> | undefined): boolean =>
  organization !== undefined && ctx.caller.memberships.some((one) => one.organization === organization.key);

const requireMembership = (ctx: RequestContext, organization: OrganizationRecord | undefined, subject: string): OrganizationRecord => {
  if (!organization || !isOrganizationMember(ctx, organization)) throw notFound(`the organization ${subject}`);
  return organization;
};

/** The organization with this id: 404 unless it exists and the caller belongs to it, 403 without the right. */
export const requireOrganizationById = async (ctx: RequestContext, id: string, right?: CiRight): Promise<OrganizationRecord> => {
  const organization = requireMembership(ctx, await ctx.tx.get<CiOrganization>('ci-organizations', id), id);
  if (right !== undefined) await requireRight(ctx, right, { organization });
  return organization;
};

const findBySlug = async (ctx: RequestContext, host: CodeHost, name: string): Promise<OrganizationRecord | undefined> => {
  const id = host === 'native' ? decodeShortId(name) : (await ctx.tx.getByKey<OrganizationSlug>('ci-slugs', host, name))?.body.organization;
  return id === undefined ? undefined : ctx.tx.get<CiOrganization>('ci-organizations', id);
};

/** The organization of this name at a host; undefined if the caller cannot see it. */
export const findVisibleOrganizationBySlug = async (
  ctx: RequestContext,
  host: CodeHost,
  name: string,
): Promise<OrganizationRecord | undefined> => {
  const organization = await findBySlug(ctx, host, name);
  return isOrganizationMember(ctx, organization) ? organization : undefined;
};

/**
 * The organization by the two segments of its slug, with the host of that slug. Throws 400 for an unknown provider; 404 unless the
 * organization exists and the caller belongs to it.
 */
export const requireOrganizationBySlug = async (
  ctx: RequestContext,
  provider: string,
  name: string,
): Promise<{ readonly organization: OrganizationRecord; readonly host: CodeHost }> => {
  const host = parseCodeHost(provider);
  if (host === undefined) throw invalidRequest({ detail: `"${provider}" is not the provider of a slug; expected ${codeHostCodes}` });
  return { host, organization: requireMembership(ctx, await findBySlug(ctx, host, name), `"${provider}/${name}"`) };
};

/**
 * The organization by a slug in one string, with the host of that slug. Throws 400 unless the slug has two segments with a known provider;
 * 404 unless the organization exists and the caller belongs to it.
 */
export const requireOrganizationBySlugText = async (
  ctx: RequestContext,
  slug: string,
  parameter: string,
): Promise<{ readonly organization: OrganizationRecord; readonly host: CodeHost }> => {
  const [provider, name, ...more] = slug.split('/');
  if (!provider || !name || more.length > 0)
    throw invalidRequest({
      detail: `expected a slug such as gh/acme, or <provider>/<organization>; got "${firstCharacters(slug, 60)}"`,
      parameter,
    });
  return requireOrganizationBySlug(ctx, provider, name);
};

/** The organization of `{org-slug-or-id}`: a UUID, a slug with a percent-encoded slash, or a slug in two segments. */
export const requireOrganizationOfPath = async (
  ctx: RequestContext,
): Promise<{ readonly organization: OrganizationRecord; readonly host: CodeHost }> => {
  const { 'org-slug-or-id': text, provider, organization } = ctx.params;
  if (text === undefined) return requireOrganizationBySlug(ctx, provider!, organization!);
  if (!isUuid(text)) return requireOrganizationBySlugText(ctx, text, 'org-slug-or-id');
  const found = await requireOrganizationById(ctx, text.toLowerCase());
  return { organization: found, host: found.body.host };
};

/** The organization that the query names by id or slug; undefined when it names none. */
export const findOrganizationOfQuery = async (ctx: RequestContext, id: string, slug: string): Promise<OrganizationRecord | undefined> => {
  const byId = uuidParameter(ctx, id);
  const text = queryParameter(ctx, slug);
  const found = text === undefined ? undefined : (await requireOrganizationBySlugText(ctx, text, slug)).organization;
  if (byId !== undefined && found && found.id !== byId)
    throw invalidRequest({ detail: `refers to another organization than ${id}; send one of them`, parameter: slug });
  return found ?? (byId === undefined ? undefined : requireOrganizationById(ctx, byId));
};
