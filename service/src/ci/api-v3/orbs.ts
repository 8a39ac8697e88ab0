import { textParameter } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import { parseOrbReference } from '../configuration/orbs/orb-reference.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { findPublishedOrb } from '../orbs/find-published.ts';
import { findPublishedOrbById, listedOrbs, seesPrivateOrbs, withOrganizations } from '../orbs/list-orbs.ts';
import { type CatalogOrb, readOrbCatalog } from '../orbs/orb-catalog.ts';
import { orbCategories } from '../orbs/orb-categories.ts';
import { orbsKind } from '../orbs/orb-records.ts';
import { enumParameter, queryParameter, uuidPathParameter } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { categorySchema, packageSchema, renderCategory, renderFolderPackage, renderPackages } from './orb-entities.ts';
import { readOrbPage } from './orb-page.ts';
import { filterParameter, uuidFilter } from './parameters.ts';
import { entitiesBody, entityBody, pageCursorParameter, pageLimitParameter, uuidFilterParameter } from './schemas.ts';

/** The files are read before the transaction. */
const prepare = (ctx: PreparationContext) => readOrbCatalog(ctx.settings.orbsFolder);
const readPrepared = (ctx: RequestContext) => ctx.prepared as readonly CatalogOrb[];

type Namespaces = ReadonlyMap<string, string>;
/** IDs of the namespaces of the caller's organizations, by name. */
const namespaceIds = async ({ tx, caller }: RequestContext): Promise<Namespaces> => {
  const keys = caller.memberships.map(({ organization }) => organization);
  if (keys.length === 0) return new Map();
  const { records } = await tx.list<CiOrganization>({ kind: 'ci-organizations', scope: '', keys });
  return new Map(records.map(({ id, body }) => [body.name, id]));
};

interface Wanted {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** Undefined: both those of the folder, which count as certified, and published ones. */
  readonly isCertified: boolean | undefined;
  readonly isPrivate: boolean | undefined;
}
const parseFilters = (ctx: RequestContext): Wanted => {
  const flag = (name: string, yes: string, no: string): boolean | undefined =>
    queryParameter(ctx, `filter[${name}]`) === undefined ? undefined : enumParameter(ctx, `filter[${name}]`, [yes, no], yes) === yes;
  const [isCertified, isPrivate] = [flag('certified', 'true', 'false'), flag('visibility', 'private', 'public')];
  return {
    name: filterParameter(ctx, 'name'),
    namespace: uuidFilter(ctx, 'namespace_id'),
    // The command line asks for certified ones with private ones, too, of which none are certified.
    isCertified: isPrivate === true ? undefined : isCertified,
    isPrivate,
  };
};

interface NamedPackage {
  readonly entity: Entity;
  readonly namespace: string | undefined;
  readonly isPrivate: boolean;
}
/** An orb by its whole name, the folder first, as in a configuration. */
const findByName = async (ctx: RequestContext, { name, isCertified }: Wanted, namespaces: Namespaces): Promise<readonly NamedPackage[]> => {
  const file = readPrepared(ctx).find((orb) => orb.name === name);
  if (file && isCertified === false) return [];
  if (file) return [{ entity: renderFolderPackage(file, namespaces), namespace: namespaces.get(file.namespace), isPrivate: false }];
  const reference = isCertified === true ? undefined : parseOrbReference(`${name}@1`);
  const found = reference && (await findPublishedOrb(ctx.tx, reference, seesPrivateOrbs(ctx)));
  if (!found) return [];
  const [entity] = await renderPackages(ctx, [found]);
  return [{ entity: entity!, namespace: found.organization.id, isPrivate: found.orb.body.private }];
};

/** Which published orbs a list has; undefined: none. Members see all of a namespace, others what is listed. */
const publishedFilter = ({ namespace, isCertified, isPrivate = false }: Wanted, namespaces: Namespaces): RecordFilter | undefined => {
  const own = [...namespaces.values()].filter((id) => namespace === undefined || id === namespace);
  if (isCertified === true || ((isPrivate || namespace !== undefined) && own.length === 0)) return undefined;
  return isPrivate || namespace !== undefined ? { kind: orbsKind, scope: own, body: [{ path: 'private', is: isPrivate }] } : listedOrbs;
};

const listPackages = async (ctx: RequestContext): Promise<RouteResponse> => {
  const [wanted, namespaces] = [parseFilters(ctx), await namespaceIds(ctx)];
  const { name, namespace, isCertified, isPrivate } = wanted;
  const isIn = (id: string | null | undefined): boolean => namespace === undefined || id === namespace;
  if (name !== undefined) {
    const found = await findByName(ctx, wanted, namespaces);
    return answerEntities(
      found.filter((one) => isIn(one.namespace) && (isPrivate ?? one.isPrivate) === one.isPrivate).map(({ entity }) => entity),
    );
  }
  const files = isCertified === false || isPrivate === true ? [] : readPrepared(ctx).filter((orb) => isIn(namespaces.get(orb.namespace)));
  const page = await readOrbPage(ctx, files, publishedFilter(wanted, namespaces));
  const published = await renderPackages(ctx, await withOrganizations(ctx.tx, page.records));
  return answerEntities([...page.files.map((orb) => renderFolderPackage(orb, namespaces)), ...published], page.next);
};

const showPackage = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = uuidPathParameter(ctx, 'orb_id');
  const file = readPrepared(ctx).find((one) => one.id === id);
  if (file) return answerEntity(renderFolderPackage(file, await namespaceIds(ctx)));
  const found = await findPublishedOrbById(ctx.tx, id, seesPrivateOrbs(ctx));
  if (!found) throw notFound(`the orb ${id}`);
  return answerEntity((await renderPackages(ctx, [found]))[0]!);
};

const listCategories = async (ctx: RequestContext): Promise<RouteResponse> => {
  const name = filterParameter(ctx, 'name');
  return answerEntities(orbCategories.filter((one) => name === undefined || one.name === name).map(renderCategory));
};

const path = `${apiV3Path}/orb`;

/** Orbs of the folder come first, and count as certified and public. */
export const routes = [
  route(`GET ${path}/packages`, listPackages, {
    atRoot: true,
    prepare,
    description: {
      summary: 'Lists the orbs of the folder of orbs, then those that were published.',
      query: {
        'filter[name]': textParameter('Only the orb of this name, such as `acme/slack`, also one that is in no list.'),
        'filter[namespace_id]': uuidFilterParameter('Only those of this namespace, to its members with those that are not listed.'),
        'filter[certified]': textParameter('`true`: those of the folder. `false`: those that were published. No effect on private ones.'),
        'filter[visibility]': textParameter("`public`, as without it, or `private`: those of the caller's organizations."),
        'page[limit]': pageLimitParameter(100),
        'page[cursor]': pageCursorParameter,
      },
      responses: { 200: entitiesBody(packageSchema) },
    },
  }),
  route(`GET ${path}/packages/{orb_id}`, showPackage, {
    atRoot: true,
    prepare,
    description: { summary: 'Shows an orb.', responses: { 200: entityBody(packageSchema) } },
  }),
  route(`GET ${path}/categories`, listCategories, {
    atRoot: true,
    description: {
      summary: 'Lists the categories of orbs.',
      query: { 'filter[name]': textParameter('Only the category of this name.') },
      responses: { 200: entitiesBody(categorySchema) },
    },
  }),
];
