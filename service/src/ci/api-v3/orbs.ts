import { arrayValue, booleanValue, enumValue, nullable, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { flagParameter, textParameter } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, route } from '../../http/route.ts';
import { type CatalogOrb, isRelease, readOrbCatalog } from '../orbs/orb-catalog.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { enumParameter, uuidPathParameter } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { filterParameter, uuidFilter } from './parameters.ts';
import { referenceValue } from './render-run.ts';
import { entitiesBody, entityBody, uuidFilterParameter } from './schemas.ts';

/** The files are read before the transaction. */
const prepare = (ctx: PreparationContext) => readOrbCatalog(ctx.settings.orbsFolder);
const readPrepared = (ctx: RequestContext) => ctx.prepared as readonly CatalogOrb[];

/** IDs of the namespaces of the caller's organizations, by name. */
const namespaceIds = async ({ tx, caller }: RequestContext): Promise<ReadonlyMap<string, string>> => {
  const keys = caller.memberships.map(({ organization }) => organization);
  if (keys.length === 0) return new Map();
  const { records } = await tx.list<CiOrganization>({ kind: 'ci-organizations', scope: '', keys });
  return new Map(records.map(({ id, body }) => [body.name, id]));
};

/** The latest version of an orb: development versions do not count. */
const latestVersion = ({ versions }: CatalogOrb) => versions.find(isRelease);

const render = (orb: CatalogOrb, namespaces: ReadonlyMap<string, string>): Entity => {
  const latest = latestVersion(orb);
  return {
    id: orb.id,
    type: 'orb_package',
    attributes: {
      name: orb.name,
      is_private: false,
      is_listed: true,
      created_at: orb.versions.map(({ createdAt }) => createdAt).sort()[0]!,
    },
    references: {
      namespace: { id: namespaces.get(orb.namespace) ?? null, attributes: { name: orb.namespace } },
      latest_version: latest ? { id: latest.id, attributes: { version: latest.version, created_at: latest.createdAt } } : null,
      categories: [],
    },
  };
};

const packageSchema = objectValue({
  id: uuidValue,
  type: enumValue('orb_package'),
  attributes: objectValue({ name: stringValue, is_private: booleanValue, is_listed: booleanValue, created_at: timeValue }),
  references: objectValue({
    namespace: objectValue({ id: nullable(uuidValue), attributes: objectValue({ name: stringValue }) }),
    latest_version: nullable(objectValue({ id: uuidValue, attributes: objectValue({ version: stringValue, created_at: timeValue }) })),
    categories: arrayValue(referenceValue),
  }),
});

/** Orbs of the folder count as certified and public. */
const listPackages = async (ctx: RequestContext) => {
  const [name, namespace] = [filterParameter(ctx, 'name'), uuidFilter(ctx, 'namespace_id')];
  const isCertified = enumParameter(ctx, 'filter[certified]', ['true', 'false'], 'true') === 'true';
  const isPublic = enumParameter(ctx, 'filter[visibility]', ['public', 'private'], 'public') === 'public';
  const namespaces = await namespaceIds(ctx);
  const orbs = readPrepared(ctx).filter(
    (orb) =>
      isCertified &&
      isPublic &&
      (name === undefined || orb.name === name) &&
      (namespace === undefined || namespaces.get(orb.namespace) === namespace),
  );
  return answerEntities(orbs.map((orb) => render(orb, namespaces)));
};

const requireOrb = (ctx: RequestContext): CatalogOrb => {
  const id = uuidPathParameter(ctx, 'orb_id');
  const orb = readPrepared(ctx).find((one) => one.id === id);
  if (!orb) throw notFound(`the orb ${id}`);
  return orb;
};

const path = `${apiV3Path}/orb`;

/** Read-only routes: orbs are files that the service compiles with, so nothing can be published. */
export const routes = [
  route(`GET ${path}/packages`, listPackages, {
    atRoot: true,
    prepare,
    description: {
      summary: 'Lists the orbs of the folder of orbs.',
      query: {
        'filter[name]': textParameter('Only the orb of this name, such as `acme/slack`.'),
        'filter[namespace_id]': uuidFilterParameter('Only those of this namespace.'),
        'filter[certified]': flagParameter('All are certified: with `false` the list is empty.'),
        'filter[visibility]': textParameter('`public` or `private`. All are public: with `private` the list is empty.'),
      },
      responses: { 200: entitiesBody(packageSchema) },
    },
  }),
  route(`GET ${path}/packages/{orb_id}`, async (ctx) => answerEntity(render(requireOrb(ctx), await namespaceIds(ctx))), {
    atRoot: true,
    prepare,
    description: { summary: 'Shows an orb.', responses: { 200: entityBody(packageSchema) } },
  }),
  route(`GET ${path}/categories`, async () => answerEntities([]), {
    atRoot: true,
    description: {
      summary: 'Lists the categories of orbs: none.',
      responses: { 200: entitiesBody(objectValue({ id: uuidValue })) },
    },
  }),
];
