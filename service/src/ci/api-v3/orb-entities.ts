import { arrayValue, booleanValue, enumValue, nullable, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import type { RequestContext } from '../../http/route.ts';
import { isOrbRelease } from '../configuration/orbs/orb-reference.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { type FoundOrb, listLiveVersions, type OrbVersionRecord } from '../orbs/find-published.ts';
import { type CatalogOrb, type CatalogVersion, isRelease } from '../orbs/orb-catalog.ts';
import { findOrbCategory, type OrbCategory } from '../orbs/orb-categories.ts';
import type { Entity } from './envelope.ts';

/** What a package or a version of the folder and a published one have in common. */
interface ShownPackage {
  readonly id: string;
  /** `namespace/name` */
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isListed: boolean;
  readonly createdAt: string;
  /** Only members of its organization are shown the ID of a namespace. */
  readonly namespace: { readonly id: string | null; readonly name: string };
  /** The highest release. */
  readonly latest: ShownVersion | undefined;
  readonly categories: readonly OrbCategory[];
}
interface ShownVersion {
  readonly id: string;
  readonly version: string;
  readonly createdAt: string;
}

export const renderCategory = ({ id, name }: OrbCategory): Entity => ({ id, type: 'orb_category', attributes: { name } });

/** As the hosted service, without `orb_versions` and `orb_categories` where there are none. How often an orb is used is not counted. */
const renderPackage = ({ id, name, isPrivate, isListed, createdAt, namespace, latest, categories }: ShownPackage): Entity => ({
  id,
  type: 'orb_package',
  attributes: { name, is_private: isPrivate, is_listed: isListed, created_at: createdAt },
  references: {
    namespace: { id: namespace.id, attributes: { name: namespace.name } },
    ...(latest ? { orb_versions: [{ id: latest.id, attributes: { version: latest.version, created_at: latest.createdAt } }] } : {}),
    ...(categories.length > 0 ? { orb_categories: categories.map((one) => ({ id: one.id, attributes: { name: one.name } })) } : {}),
  },
});

/** `namespaces`: the IDs of the namespaces of the caller's organizations, by name. */
export const renderFolderPackage = (orb: CatalogOrb, namespaces: ReadonlyMap<string, string>): Entity =>
  renderPackage({
    id: orb.id,
    name: orb.name,
    isPrivate: false,
    isListed: true,
    createdAt: orb.versions.map(({ createdAt }) => createdAt).sort()[0]!,
    namespace: { id: namespaces.get(orb.namespace) ?? null, name: orb.namespace },
    latest: orb.versions.find(isRelease),
    categories: [],
  });

const toShownVersion = ({ id, key, body }: OrbVersionRecord): ShownVersion => ({ id, version: key, createdAt: body.createdAt });
export const nameOf = ({ organization, orb }: FoundOrb): string => `${organization.body.name}/${orb.key}`;

/** A published orb with its versions, the highest release first. */
export const renderPublishedPackage = (ctx: RequestContext, found: FoundOrb, versions: readonly OrbVersionRecord[]): Entity => {
  const { organization, orb } = found;
  const latest = versions.find(({ key }) => isOrbRelease(key));
  return renderPackage({
    id: orb.id,
    name: nameOf(found),
    isPrivate: orb.body.private,
    isListed: orb.body.listed,
    createdAt: orb.body.createdAt,
    namespace: { id: isOrganizationMember(ctx, organization) ? organization.id : null, name: organization.body.name },
    latest: latest && toShownVersion(latest),
    categories: orb.body.categories.flatMap((id) => findOrbCategory(id) ?? []),
  });
};

/** Published orbs, with one look-up for the versions of all. */
export const renderPackages = async (ctx: RequestContext, found: readonly FoundOrb[]): Promise<readonly Entity[]> => {
  const versions = await listLiveVersions(
    ctx.tx,
    found.map(({ orb }) => orb.id),
    ctx.clock.now(),
  );
  return found.map((one) => renderPublishedPackage(ctx, one, versions.get(one.orb.id)!));
};

const renderVersionOf = (version: ShownVersion, orb: { readonly id: string; readonly name: string }, source?: string): Entity => ({
  id: version.id,
  type: 'orb_version',
  attributes: { version: version.version, ...(source === undefined ? {} : { source }), created_at: version.createdAt },
  references: { orb_package: { id: orb.id, attributes: { name: orb.name } } },
});
export const renderFolderVersion = (orb: CatalogOrb, version: CatalogVersion, source?: string): Entity =>
  renderVersionOf(version, orb, source);
export const renderPublishedVersion = (found: FoundOrb, version: OrbVersionRecord, source?: string): Entity =>
  renderVersionOf(toShownVersion(version), { id: found.orb.id, name: nameOf(found) }, source);

const named = objectValue({ id: uuidValue, attributes: objectValue({ name: stringValue }) });
export const categorySchema = objectValue({
  id: uuidValue,
  type: enumValue('orb_category'),
  attributes: objectValue({ name: stringValue }),
});
export const packageSchema = objectValue({
  id: uuidValue,
  type: enumValue('orb_package'),
  attributes: objectValue({ name: stringValue, is_private: booleanValue, is_listed: booleanValue, created_at: timeValue }),
  references: objectValue(
    { namespace: objectValue({ id: nullable(uuidValue), attributes: objectValue({ name: stringValue }) }) },
    {
      orb_versions: arrayValue(objectValue({ id: uuidValue, attributes: objectValue({ version: stringValue, created_at: timeValue }) })),
      orb_categories: arrayValue(named),
    },
  ),
});
export const versionSchema = objectValue({
  id: uuidValue,
  type: enumValue('orb_version'),
  attributes: objectValue({ version: stringValue, created_at: timeValue }, { source: stringValue }),
  references: objectValue({ orb_package: named }),
});
