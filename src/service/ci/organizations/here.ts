import { notFound } from '../../problem.ts';
import type { RequestContext } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codesWords, type Host, hostOf, spelled } from '../hosts.ts';
import { asked, idAsked, invalid } from '../read.ts';
import { isUuid, longId, shortId } from '../short-id.ts';
import type { CiOrganization, OrganizationSlug } from '../stored.ts';

type Found = StoredRecord<CiOrganization>;

/** The slug it tells: opaque, or of its code host. */
export const organizationSlug = ({ id, body }: Found, profile: RequestContext['dialect']): string =>
  `${spelled(body.host, profile).short}/${body.host === 'native' ? shortId(id) : body.hostName}`;

export const belongs = (asking: RequestContext, organization: Pick<Found, 'key'> | undefined): boolean =>
  organization !== undefined && asking.caller.memberships.some((one) => one.organization === organization.key);

/** Owners, and the organization's own token. */
export const isAdmin = (asking: RequestContext, organization: Found): boolean =>
  asking.caller.kind === 'organization' || asking.caller.memberships.some((one) => one.organization === organization.key && one.owner);

const ofCaller = (asking: RequestContext, organization: Found | undefined, what: string): Found => {
  if (!organization || !belongs(asking, organization)) throw notFound(`the organization ${what}`);
  return organization;
};

/** 404 unless it is there and the caller belongs to it. */
export const organizationWithId = async (asking: RequestContext, id: string): Promise<Found> => ofCaller(asking, await asking.tx.get<CiOrganization>('ci-organizations', id), id);

const named = async (asking: RequestContext, host: Host, name: string): Promise<Found | undefined> => {
  const id = host === 'native' ? longId(name) : (await asking.tx.getByKey<OrganizationSlug>('ci-slugs', host, name))?.body.organization;
  return id === undefined ? undefined : asking.tx.get<CiOrganization>('ci-organizations', id);
};

/** By the two segments of its slug, and the kind of slug it was named by: 400 for a provider that is none, 404 as above. */
export const organizationNamed = async (asking: RequestContext, provider: string, name: string): Promise<{ readonly organization: Found; readonly host: Host }> => {
  const host = hostOf(provider);
  if (host === undefined) throw invalid({ detail: `"${provider}" begins no slug; expected ${codesWords}` });
  return { host, organization: ofCaller(asking, await named(asking, host, name), `"${provider}/${name}"`) };
};

/** By a slug in one piece: 400 for what has not two segments. */
export const organizationSlugged = async (asking: RequestContext, slug: string, parameter: string): Promise<{ readonly organization: Found; readonly host: Host }> => {
  const [provider, name, ...more] = slug.split('/');
  if (!provider || !name || more.length > 0) throw invalid({ detail: `expected a slug such as gh/acme, or <provider>/<organization>; got "${slug.slice(0, 60)}"`, parameter });
  return organizationNamed(asking, provider, name);
};

/** `{org-slug-or-id}`: a UUID, a slug with its slash percent-encoded, or the slug as two segments. */
export const organizationInPath = async (asking: RequestContext): Promise<{ readonly organization: Found; readonly host: Host }> => {
  const { 'org-slug-or-id': text, provider, organization } = asking.params;
  if (text === undefined) return organizationNamed(asking, provider!, organization!);
  if (!isUuid(text)) return organizationSlugged(asking, text, 'org-slug-or-id');
  const found = await organizationWithId(asking, text.toLowerCase());
  return { organization: found, host: found.body.host };
};

/** By `owner-id` or `owner-slug`, whichever the query has; undefined: neither. */
export const organizationAsked = async (asking: RequestContext, id: string, slug: string): Promise<Found | undefined> => {
  const byId = idAsked(asking, id);
  const text = asked(asking, slug);
  const found = text === undefined ? undefined : (await organizationSlugged(asking, text, slug)).organization;
  if (byId !== undefined && found && found.id !== byId) throw invalid({ detail: `names another organization than ${id}; send one of them`, parameter: slug });
  return found ?? (byId === undefined ? undefined : organizationWithId(asking, byId));
};
