import type { RequestContext } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { ReadTransaction } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { type FoundOrb, hasEnded, type OrbRecord, type OrbVersionRecord, type SeesPrivate } from './find-published.ts';
import { orbsKind, orbVersionsKind, type PublishedOrb, type PublishedVersion } from './orb-records.ts';

/** Whether private orbs of an organization are shown: to its members. */
export const seesPrivateOrbs =
  (ctx: RequestContext): SeesPrivate =>
  (organization) =>
    isOrganizationMember(ctx, organization);

/** The published orbs that everyone is shown in lists. */
export const listedOrbs: RecordFilter = {
  kind: orbsKind,
  body: [
    { path: 'private', is: false },
    { path: 'listed', is: true },
  ],
};

/** Orbs with their organizations, in their order; those whose organization is gone are left out. */
export const withOrganizations = async (view: ReadTransaction, orbs: readonly OrbRecord[]): Promise<readonly FoundOrb[]> => {
  const organizations = await view.getMany<CiOrganization>(
    'ci-organizations',
    orbs.map(({ scope }) => scope),
  );
  const byId = new Map(organizations.map((one) => [one.id, one]));
  return orbs.flatMap((orb) => (byId.has(orb.scope) ? [{ organization: byId.get(orb.scope)!, orb }] : []));
};

/** A published orb by its ID; undefined if there is none, or it is private and of others. */
export const findPublishedOrbById = async (view: ReadTransaction, id: string, seesPrivate: SeesPrivate): Promise<FoundOrb | undefined> => {
  const orb = await view.get<PublishedOrb>(orbsKind, id);
  const organization = orb && (await view.get<CiOrganization>('ci-organizations', orb.scope));
  return orb && organization && (!orb.body.private || seesPrivate(organization)) ? { organization, orb } : undefined;
};

/** A published version by its ID, unless it has ended or its orb is not to be seen. */
export const findPublishedVersionById = async (
  view: ReadTransaction,
  id: string,
  seesPrivate: SeesPrivate,
  now: Date,
): Promise<{ readonly found: FoundOrb; readonly version: OrbVersionRecord } | undefined> => {
  const version = await view.get<PublishedVersion>(orbVersionsKind, id);
  const found = version && !hasEnded(version, now) ? await findPublishedOrbById(view, version.scope, seesPrivate) : undefined;
  return version && found && { found, version };
};
