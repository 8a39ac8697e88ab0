import { readFile } from 'node:fs/promises';
import { enumValue, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { type PreparationContext, route } from '../../http/route.ts';
import { openOrbFolder } from '../configuration/orbs/orb-folder.ts';
import { parseOrbReference } from '../configuration/orbs/orb-reference.ts';
import { type CatalogOrb, type CatalogVersion, isRelease, readOrbCatalog } from '../orbs/orb-catalog.ts';
import { enumParameter, uuidPathParameter } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { filterParameter, uuidFilter } from './parameters.ts';
import { entitiesBody, entityBody, uuidFilterParameter } from './schemas.ts';

interface FoundVersion {
  readonly orb: CatalogOrb;
  readonly version: CatalogVersion;
  /** Its text; undefined in lists. */
  readonly source?: string;
}

const render = ({ orb, version, source }: FoundVersion): Entity => ({
  id: version.id,
  type: 'orb_version',
  attributes: { version: version.version, ...(source === undefined ? {} : { source }), created_at: version.createdAt },
  references: { orb: { id: orb.id, attributes: { name: orb.name } } },
});

const listVersions = (orbs: readonly CatalogOrb[]): readonly FoundVersion[] =>
  orbs.flatMap((orb) => orb.versions.map((version) => ({ orb, version })));

/** The version, with its text, that a reference such as `acme/slack@4` selects; empty if there is no such file. */
const findByReference = async (orbs: readonly CatalogOrb[], folder: string, text: string): Promise<readonly FoundVersion[]> => {
  const reference = folder === '' ? undefined : parseOrbReference(text);
  const file = reference && (await openOrbFolder(folder).findOrb(reference));
  if (!file || 'missing' in file) return [];
  return listVersions(orbs)
    .filter(({ orb, version }) => `${orb.name}@${version.version}` === file.id)
    .map((found) => ({ ...found, source: file.text }));
};

/** Files are read before the transaction. */
const prepareList = async (ctx: PreparationContext): Promise<readonly FoundVersion[]> => {
  const [orb, text] = [uuidFilter(ctx, 'orb_id'), filterParameter(ctx, 'ref')];
  const channel = enumParameter(ctx, 'filter[channel]', ['all', 'stable', 'dev'], 'all');
  if ((orb === undefined) === (text === undefined)) throw badRequest('expected filter[orb_id] or filter[ref]');
  const orbs = await readOrbCatalog(ctx.settings.orbsFolder);
  const found =
    text === undefined ? listVersions(orbs.filter(({ id }) => id === orb)) : await findByReference(orbs, ctx.settings.orbsFolder, text);
  return found.filter(({ version }) => channel === 'all' || isRelease(version) === (channel === 'stable'));
};
const prepareVersion = async (ctx: PreparationContext): Promise<FoundVersion> => {
  const id = uuidPathParameter(ctx, 'orb_version_id');
  const found = listVersions(await readOrbCatalog(ctx.settings.orbsFolder)).find(({ version }) => version.id === id);
  const source = found && (await readFile(found.version.file, 'utf8').catch(() => undefined));
  if (!found || source === undefined) throw notFound(`the version ${id} of an orb`);
  return { ...found, source };
};

const versionSchema = objectValue({
  id: uuidValue,
  type: enumValue('orb_version'),
  attributes: objectValue({ version: stringValue, created_at: timeValue }, { source: stringValue }),
  references: objectValue({ orb: objectValue({ id: uuidValue, attributes: objectValue({ name: stringValue }) }) }),
});

const path = `${apiV3Path}/orb/versions`;

export const routes = [
  route(`GET ${path}`, async (ctx) => answerEntities((ctx.prepared as readonly FoundVersion[]).map(render)), {
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
  route(`GET ${path}/{orb_version_id}`, async (ctx) => answerEntity(render(ctx.prepared as FoundVersion)), {
    atRoot: true,
    prepare: prepareVersion,
    description: { summary: 'Shows a version of an orb with its text.', responses: { 200: entityBody(versionSchema) } },
  }),
];
