import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codeHostCodes, type CodeHost, parseCodeHost, codeHostNames } from '../slugs/code-hosts.ts';
import { queryParameter, uuidParameter, invalidRequest } from '../requests/read-request.ts';
import { isUuid, decodeShortId, encodeShortId } from '../slugs/short-id.ts';
import type { CiOrganization, OrganizationSlug } from './organization-records.ts';

type OrganizationRecord = StoredRecord<CiOrganization>;

/** The slug it tells: opaque, or of its code host. */
export const renderOrganizationSlug = ({ id, body }: OrganizationRecord, profile: RequestContext['dialect']): string =>
  `${codeHostNames(body.host, profile).shortCode}/${body.host === 'native' ? encodeShortId(id) : body.hostName}`;

export const isOrganizationMember = (asking: RequestContext, organization: Pick<OrganizationRecord, 'key'> | undefined): boolean =>
  organization !== undefined && asking.caller.memberships.some((one) => one.organization === organization.key);

/** Owners, and the organization's own token. */
export const isOrganizationAdmin = (asking: RequestContext, organization: OrganizationRecord): boolean =>
  asking.caller.kind === 'organization' || asking.caller.memberships.some((one) => one.organization === organization.key && one.owner);

const requireMembership = (asking: RequestContext, organization: OrganizationRecord | undefined, what: string): OrganizationRecord => {
  if (!organization || !isOrganizationMember(asking, organization)) throw notFound(`the organization ${what}`);
  return organization;
};

/** 404 unless it is there and the caller belongs to it. */
export const requireOrganizationById = async (asking: RequestContext, id: string): Promise<OrganizationRecord> =>
  requireMembership(asking, await asking.tx.get<CiOrganization>('ci-organizations', id), id);

const findBySlug = async (asking: RequestContext, host: CodeHost, name: string): Promise<OrganizationRecord | undefined> => {
  const id =
    host === 'native' ? decodeShortId(name) : (await asking.tx.getByKey<OrganizationSlug>('ci-slugs', host, name))?.body.organization;
  return id === undefined ? undefined : asking.tx.get<CiOrganization>('ci-organizations', id);
};

/** By the two segments of its slug, and the kind of slug it was named by: 400 for a provider that is none, 404 as above. */
export const requireOrganizationBySlug = async (
  asking: RequestContext,
  provider: string,
  name: string,
): Promise<{ readonly organization: OrganizationRecord; readonly host: CodeHost }> => {
  const host = parseCodeHost(provider);
  if (host === undefined) throw invalidRequest({ detail: `"${provider}" begins no slug; expected ${codeHostCodes}` });
  return { host, organization: requireMembership(asking, await findBySlug(asking, host, name), `"${provider}/${name}"`) };
};

/** By a slug in one piece: 400 for what has not two segments. */
export const requireOrganizationBySlugText = async (
  asking: RequestContext,
  slug: string,
  parameter: string,
): Promise<{ readonly organization: OrganizationRecord; readonly host: CodeHost }> => {
  const [provider, name, ...more] = slug.split('/');
  if (!provider || !name || more.length > 0)
    throw invalidRequest({
      detail: `expected a slug such as gh/acme, or <provider>/<organization>; got "${slug.slice(0, 60)}"`,
      parameter,
    });
  return requireOrganizationBySlug(asking, provider, name);
};

/** `{org-slug-or-id}`: a UUID, a slug with its slash percent-encoded, or the slug as two segments. */
export const requireOrganizationOfPath = async (
  asking: RequestContext,
): Promise<{ readonly organization: OrganizationRecord; readonly host: CodeHost }> => {
  const { 'org-slug-or-id': text, provider, organization } = asking.params;
  if (text === undefined) return requireOrganizationBySlug(asking, provider!, organization!);
  if (!isUuid(text)) return requireOrganizationBySlugText(asking, text, 'org-slug-or-id');
  const found = await requireOrganizationById(asking, text.toLowerCase());
  return { organization: found, host: found.body.host };
};

/** By `owner-id` or `owner-slug`, whichever the query has; undefined: neither. */
export const findOrganizationOfQuery = async (
  asking: RequestContext,
  id: string,
  slug: string,
): Promise<OrganizationRecord | undefined> => {
  const byId = uuidParameter(asking, id);
  const text = queryParameter(asking, slug);
  const found = text === undefined ? undefined : (await requireOrganizationBySlugText(asking, text, slug)).organization;
  if (byId !== undefined && found && found.id !== byId)
    throw invalidRequest({ detail: `names another organization than ${id}; send one of them`, parameter: slug });
  return found ?? (byId === undefined ? undefined : requireOrganizationById(asking, byId));
};
