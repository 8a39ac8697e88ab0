import { readFile } from 'node:fs/promises';
import { Problem } from '../../http/problem.ts';
import type { PreparationContext } from '../../http/route.ts';
import { parseOrbReference, selectOrbVersion } from '../configuration/orbs/orb-reference.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { type CheckedOrb, checkOrbInWorker } from '../orbs/check-orb-in-worker.ts';
import { createOrbFinder } from '../orbs/find-published.ts';
import { type CatalogOrb, type CatalogVersion, isRelease, readOrbCatalog } from '../orbs/orb-catalog.ts';
import { requireOrbById, requireOrbByName, rightToPublish } from '../orbs/publish-orb.ts';
import { type Arguments, idArgument, textArgument } from './arguments.ts';
import type { FolderOrbs } from './orb-objects.ts';
import type { SelectedField } from './parse-query.ts';

/** What a query about orbs needs from files and worker threads, which no transaction waits for. */
export interface PreparedOrbs {
  readonly folder: FolderOrbs;
  readonly checked?: CheckedOrb;
}

const asksForSource = (fields: readonly SelectedField[]): boolean =>
  fields.some(({ name, selection }) => name === 'source' || asksForSource(selection));

const selectByReference = (orbs: readonly CatalogOrb[], text: string): readonly CatalogVersion[] => {
  const reference = parseOrbReference(text);
  const orb = reference && orbs.find(({ name }) => name === `${reference.namespace}/${reference.name}`);
  const selected =
    orb &&
    selectOrbVersion(
      reference.version,
      orb.versions.map(({ version }) => version),
    );
  return orb?.versions.filter(({ version }) => version === selected) ?? [];
};

/** The orbs of the folder, with the texts that the fields may ask for: of one version, or of the latest release of each orb. */
const readFolder = async (folder: string, fields: readonly SelectedField[]): Promise<FolderOrbs> => {
  const orbs = await readOrbCatalog(folder);
  if (!asksForSource(fields)) return { orbs, texts: new Map() };
  const one = fields.find(({ name }) => name === 'orbVersion');
  const wanted = one
    ? selectByReference(orbs, textArgument(one.arguments, 'orbVersionRef'))
    : orbs.flatMap(({ versions }) => versions.find(isRelease) ?? []);
  const texts = new Map<string, string>();
  for (const { id, file } of wanted) texts.set(id, await readFile(file, 'utf8'));
  return { orbs, texts };
};

/** The organization on whose behalf a text is checked. Throws Problem if the caller may not have it checked. */
const findOwner = async (ctx: PreparationContext, name: string, given: Arguments): Promise<string | undefined> => {
  if (name === 'orbConfig') {
    if (given['ownerId'] === undefined || given['ownerId'] === null) return undefined;
    return (await ctx.read((reading) => requireOrganizationById(reading, idArgument(given, 'ownerId')))).id;
  }
  if (name === 'importOrbVersion') {
    const id = idArgument(given, 'orbId');
    return (await ctx.read((reading) => requireOrbById(reading, id, 'release-orbs'))).organization.id;
  }
  const [namespace, orb] = [textArgument(given, 'namespaceName'), textArgument(given, 'orbName')];
  const right = rightToPublish(textArgument(given, 'version'));
  return (await ctx.read((reading) => requireOrbByName(reading, namespace, orb, right))).organization.id;
};

const checkText = async (ctx: PreparationContext, { name, arguments: given }: SelectedField): Promise<CheckedOrb> => {
  try {
    const [text, owner] = [textArgument(given, 'orbYaml'), await findOwner(ctx, name, given)];
    return await checkOrbInWorker(text, ctx.settings.orbsFolder, createOrbFinder(ctx, owner));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { errors: [error.message] };
  }
};

const readingFields = new Set(['orbs', 'orb', 'orbVersion', 'registryNamespace']);
const checkingFields = new Set(['orbConfig', 'publishOrb', 'importOrbVersion']);

/** Prepares what the fields of an operation need. Throws GraphqlFault. */
export const prepareOrbs = async (ctx: PreparationContext, fields: readonly SelectedField[]): Promise<PreparedOrbs> => {
  const reads = fields.some(({ name }) => readingFields.has(name));
  const checking = fields.find(({ name }) => checkingFields.has(name));
  return {
    folder: reads ? await readFolder(ctx.settings.orbsFolder, fields) : { orbs: [], texts: new Map() },
    ...(checking ? { checked: await checkText(ctx, checking) } : {}),
  };
};
