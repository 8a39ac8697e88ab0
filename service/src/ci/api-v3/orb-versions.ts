import { readFile } from 'node:fs/promises';
import { plainText } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { openOrbFolder } from '../configuration/orbs/orb-folder.ts';
import { isOrbRelease, parseOrbReference } from '../configuration/orbs/orb-reference.ts';
import { findLiveVersion, findPublishedOrb, listLiveVersions, readPublishedSource } from '../orbs/find-published.ts';
import { findPublishedOrbById, findPublishedVersionById, seesPrivateOrbs } from '../orbs/list-orbs.ts';
import { type CatalogOrb, type CatalogVersion, readOrbCatalog } from '../orbs/orb-catalog.ts';
import { enumParameter, uuidPathParameter } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { renderFolderVersion, renderPublishedVersion, versionSchema } from './orb-entities.ts';
import { filterParameter, uuidFilter } from './parameters.ts';
import { entitiesBody, entityBody, uuidFilterParameter } from './schemas.ts';

interface FolderVersion {
  readonly orb: CatalogOrb;
  readonly version: CatalogVersion;
  /** Its text; undefined in lists. */
  readonly source?: string;
}
/** What the files have of a request, read before the transaction. */
interface PreparedVersions {
  /** Whether the orb of the request is in the folder: then published ones are not asked. */
  readonly isFolder: boolean;
  readonly versions: readonly FolderVersion[];
}

const listVersionsOf = (orbs: readonly CatalogOrb[]): readonly FolderVersion[] =>
  orbs.flatMap((orb) => orb.versions.map((version) => ({ orb, version })));

/** The version, with its text, that a reference such as `acme/slack@4` selects; empty if there is no such file. */
const findByReference = async (orbs: readonly CatalogOrb[], folder: string, text: string): Promise<readonly FolderVersion[]> => {
  const reference = folder === '' ? undefined : parseOrbReference(text);
  const file = reference && (await openOrbFolder(folder).findOrb(reference));
  if (!file || 'missing' in file) return [];
  return listVersionsOf(orbs)
    .filter(({ orb, version }) => `${orb.name}@${version.version}` === file.id)
    .map((found) => ({ ...found, source: file.text }));
};

const isOfChannel = (ctx: PreparationContext | RequestContext, version: string): boolean => {
  const channel = enumParameter(ctx, 'filter[channel]', ['all', 'stable', 'dev'], 'all');
  return channel === 'all' || isOrbRelease(version) === (channel === 'stable');
};

const prepareList = async (ctx: PreparationContext): Promise<PreparedVersions> => {
  const [orb, text] = [uuidFilter(ctx, 'orb_id'), filterParameter(ctx, 'ref')];
  if ((orb === undefined) === (text === undefined)) throw badRequest('expected filter[orb_id] or filter[ref]');
  const orbs = await readOrbCatalog(ctx.settings.orbsFolder);
  const found =
    text === undefined ? listVersionsOf(orbs.filter(({ id }) => id === orb)) : await findByReference(orbs, ctx.settings.orbsFolder, text);
  return { isFolder: found.length > 0, versions: found.filter(({ version }) => isOfChannel(ctx, version.version)) };
};

const listPublished = async (ctx: RequestContext): Promise<readonly Entity[]> => {
  const id = uuidFilter(ctx, 'orb_id');
  const now = ctx.clock.now();
  if (id !== undefined) {
    const found = await findPublishedOrbById(ctx.tx, id, seesPrivateOrbs(ctx));
    const versions = found ? (await listLiveVersions(ctx.tx, [id], now)).get(id)! : [];
    return versions.filter(({ key }) => isOfChannel(ctx, key)).map((version) => renderPublishedVersion(found!, version));
  }
  const reference = parseOrbReference(filterParameter(ctx, 'ref')!);
  const found = reference && (await findPublishedOrb(ctx.tx, reference, seesPrivateOrbs(ctx)));
  const version = found && (await findLiveVersion(ctx.tx, found.orb.id, reference.version, now));
  if (!version || !isOfChannel(ctx, version.key)) return [];
  return [renderPublishedVersion(found, version, await readPublishedSource(ctx.tx, version))];
};

const listVersions = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { isFolder, versions } = ctx.prepared as PreparedVersions;
  if (!isFolder) return answerEntities(await listPublished(ctx));
  return answerEntities(versions.map(({ orb, version, source }) => renderFolderVersion(orb, version, source)));
};

const prepareVersion = async (ctx: PreparationContext): Promise<FolderVersion | undefined> => {
  const id = uuidPathParameter(ctx, 'orb_version_id');
  const found = listVersionsOf(await readOrbCatalog(ctx.settings.orbsFolder)).find(({ version }) => version.id === id);
  const source = found && (await readFile(found.version.file, 'utf8').catch(() => undefined));
  return found && source !== undefined ? { ...found, source } : undefined;
};

const readVersion = async (ctx: RequestContext): Promise<{ readonly entity: Entity; readonly source: string }> => {
  const file = ctx.prepared as FolderVersion | undefined;
  if (file) return { entity: renderFolderVersion(file.orb, file.version, file.source), source: file.source! };
  const id = uuidPathParameter(ctx, 'orb_version_id');
  const published = await findPublishedVersionById(ctx.tx, id, seesPrivateOrbs(ctx), ctx.clock.now());
  if (!published) throw notFound(`the version ${id} of an orb`);
  const source = await readPublishedSource(ctx.tx, published.version);
  return { entity: renderPublishedVersion(published.found, published.version, source), source };
};

/** As bytes, so that no middleware takes it for JSON. */
const answerSource = async (ctx: RequestContext): Promise<RouteResponse> => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: Buffer.from((await readVersion(ctx)).source),
});

const path = `${apiV3Path}/orb/versions`;

export const routes = [
  route(`GET ${path}`, listVersions, {
    atRoot: true,
    prepare: prepareList,
    description: {
      summary: 'Lists the versions of an orb, or finds the one that a reference selects, with its text.',
      query: {
        'filter[orb_id]': uuidFilterParameter('The orb.'),
        'filter[ref]': textParameter('The reference, such as `acme/slack@4`.'),
        'filter[channel]': textParameter('`all`, `stable` or `dev`.'),
      },
      responses: { 200: entitiesBody(versionSchema) },
    },
  }),
  route(`GET ${path}/{orb_version_id}`, async (ctx) => answerEntity((await readVersion(ctx)).entity), {
    atRoot: true,
    prepare: prepareVersion,
    description: { summary: 'Shows a version of an orb with its text.', responses: { 200: entityBody(versionSchema) } },
  }),
  route(`GET ${path}/{orb_version_id}/source`, answerSource, {
    atRoot: true,
    prepare: prepareVersion,
    description: { summary: 'The text of a version of an orb.', responses: { 200: plainText } },
  }),
];
