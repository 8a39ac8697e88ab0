import type { RequestContext } from '../../http/route.ts';
import { type CatalogOrb, type CatalogVersion, deriveOrbId } from '../orbs/orb-catalog.ts';
import { isOrbRelease } from '../configuration/orbs/orb-reference.ts';
import { type FoundOrb, listLiveVersions, readPublishedSource, type OrbVersionRecord } from '../orbs/find-published.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { findOrbCategory } from '../orbs/orb-categories.ts';
import { type Arguments, countArgument } from './arguments.ts';
import { GraphqlFault } from './graphql-fault.ts';
import type { GraphqlObject } from './select-fields.ts';

/** The orbs of the folder, and the texts of versions by their IDs, as far as they were read before the transaction. */
export interface FolderOrbs {
  readonly orbs: readonly CatalogOrb[];
  readonly texts: ReadonlyMap<string, string>;
}

/** A namespace without an organization of the caller's: its ID follows from its name. */
export const namespaceNamed = (name: string): { readonly id: string; readonly name: string } => ({
  id: deriveOrbId(`namespace:${name}`),
  name,
});
/** The namespace of an organization. Only its members are shown its ID. */
export const toNamespace = (ctx: RequestContext, organization: FoundOrb['organization']): { readonly id: string; readonly name: string } =>
  isOrganizationMember(ctx, organization) ? { id: organization.id, name: organization.body.name } : namespaceNamed(organization.body.name);

/** The first `count` releases; 200 if it is not sent. */
const takeReleases = <T>(versions: readonly T[], versionOf: (one: T) => string, given: Arguments): readonly T[] =>
  versions.filter((one) => isOrbRelease(versionOf(one))).slice(0, countArgument(given, 'count', 200));

const toFolderVersion = ({ id, version, createdAt }: CatalogVersion, orb: CatalogOrb, { texts }: FolderOrbs): GraphqlObject => ({
  id,
  version,
  createdAt,
  source: () => {
    const text = texts.get(id);
    if (text === undefined) throw new GraphqlFault(`the source of ${orb.name}@${version} is told by the query orbVersion`);
    return text;
  },
});

/** An orb of the folder: public, listed and certified, in no category. How often it is used is not counted. */
export const toFolderOrbObject = (orb: CatalogOrb, folder: FolderOrbs): GraphqlObject => ({
  id: orb.id,
  name: orb.name,
  createdAt: orb.versions.map(({ createdAt }) => createdAt).sort()[0]!,
  isPrivate: false,
  isListed: true,
  namespace: namespaceNamed(orb.namespace),
  categories: [],
  statistics: null,
  versions: (given: Arguments) =>
    takeReleases(orb.versions, ({ version }) => version, given).map((version) => toFolderVersion(version, orb, folder)),
});

export const toFolderVersionObject = (version: CatalogVersion, orb: CatalogOrb, folder: FolderOrbs): GraphqlObject => ({
  ...toFolderVersion(version, orb, folder),
  orb: toFolderOrbObject(orb, folder),
});

const toVersion = (ctx: RequestContext, record: OrbVersionRecord): GraphqlObject => ({
  id: record.id,
  version: record.key,
  createdAt: record.body.createdAt,
  source: () => readPublishedSource(ctx.tx, record),
});

/** Published orbs as objects: one look-up for the versions of all of them. How often they are used is not counted. */
export const toOrbObjects = (ctx: RequestContext, found: readonly FoundOrb[]): readonly GraphqlObject[] => {
  let loading: ReturnType<typeof listLiveVersions> | undefined;
  const loadVersions = () =>
    (loading ??= listLiveVersions(
      ctx.tx,
      found.map(({ orb }) => orb.id),
      ctx.clock.now(),
    ));
  return found.map(({ organization, orb }) => ({
    id: orb.id,
    name: `${organization.body.name}/${orb.key}`,
    createdAt: orb.body.createdAt,
    isPrivate: orb.body.private,
    isListed: orb.body.listed,
    namespace: toNamespace(ctx, organization),
    categories: orb.body.categories.flatMap((id) => findOrbCategory(id) ?? []),
    statistics: null,
    versions: async (given: Arguments) =>
      takeReleases((await loadVersions()).get(orb.id)!, ({ key }) => key, given).map((version) => toVersion(ctx, version)),
  }));
};

export const toVersionObject = (ctx: RequestContext, found: FoundOrb, version: OrbVersionRecord): GraphqlObject => ({
  ...toVersion(ctx, version),
  orb: toOrbObjects(ctx, [found])[0]!,
});

/** One page of a list. `id`: what a cursor is. */
export const toConnection = (
  items: readonly GraphqlObject[],
  totalCount: number | (() => Promise<number>),
  hasNextPage: boolean,
): GraphqlObject => ({
  totalCount,
  edges: items.map((node) => ({ cursor: node['id'], node })),
  pageInfo: { hasNextPage, endCursor: items.at(-1)?.['id'] ?? null },
});
