import { oldDraft } from '../../compile/dialects.ts';
import type { Source, SourceDocument } from '../../documents/source.ts';
import type { FormatHandling } from '../../index.ts';
import type { Association } from '../judge/index.ts';
import type { CatalogGuess } from '../judge/association.ts';
import { type Catalog, CatalogError } from './catalog.ts';
import { officialDialect } from './official-dialect.ts';
import { type ProviderSchemaReader, findBlockSchemas } from './block-schemas.ts';
import type { Choice, SchemaSearchResult, ChoiceMethod } from './schema-search-result.ts';
import { type Modeline, modelines } from './modelines.ts';
import { schemaNames } from './schema-names.ts';
import { resolveSchemaName } from './resolve-schema-name.ts';
import { SchemaProblem } from './schema-problem.ts';
import type { SchemaStore } from './schema-store.ts';
import type { FindSettings } from './find-settings.ts';
import { isTerraformJson } from './terraform/configuration-blocks.ts';
import type { Region } from '../finding.ts';

/** The data with which schemas are found, shared by many files. */
export interface SchemaFinders {
  readonly store: SchemaStore;
  readonly providers: ProviderSchemaReader;
}

/** A schema that comes with a package is missing until packages are installed, which is no fault of the file. */
const isInstalled = (name: string): boolean => /(?:^|[\\/])node_modules[\\/]/.test(name);
const installFirst = 'Install the packages to check this file.';

interface SchemaChoice {
  readonly how: ChoiceMethod;
  readonly because: string;
  readonly file?: string;
  readonly metaSchema?: string;
  /** The schema itself, instead of that of `file`. */ readonly inline?: unknown;
  readonly formats?: FormatHandling | undefined;
  readonly region?: Region;
  readonly guess?: CatalogGuess;
  /** Why the schema is not there, where that is no fault. */ readonly remark?: SchemaProblem;
}

/** What is known of a file while the schemas of its documents are chosen. */
interface Search {
  readonly source: Source;
  readonly file: string;
  readonly settings: FindSettings;
  readonly catalog: Catalog | undefined;
  readonly finders: SchemaFinders;
}

interface MutableResult extends SchemaSearchResult {
  readonly associations: Association[];
  readonly choices: Choice[];
  readonly problems: SchemaProblem[];
  readonly hints: SchemaProblem[];
  readonly remarks: SchemaProblem[];
}

/** The catalog of the settings. It is read when it is first used; reading it here reports a broken one in any case. */
function openCatalogOf(settings: FindSettings, store: SchemaStore, file: string): Catalog | undefined {
  const catalog = settings.catalog === undefined ? undefined : store.catalog(settings.catalog);
  catalog?.forFile(file);
  return catalog;
}

const catalogProblem = ({ file, message }: CatalogError): SchemaProblem =>
  new SchemaProblem(
    file,
    message.slice(file.length + 2).replace(/^./, (first) => first.toUpperCase()),
  );

/** Adds the schemas of a Terraform document's blocks; false where it has no blocks. */
async function addBlocks(
  { settings, finders }: Search,
  document: SourceDocument,
  result: MutableResult,
  files: Set<string>,
): Promise<boolean> {
  const blocks = await findBlockSchemas(document, settings, finders.store, finders.providers);
  result.associations.push(...blocks.associations);
  result.choices.push(...blocks.choices);
  result.problems.push(...blocks.problems);
  for (const one of blocks.files) files.add(one);
  return blocks.choices.length > 0 || blocks.problems.length > 0;
}

/** Compiles the schema that was chosen, or adds the problem that it has. */
async function addChosen(
  { file: document, settings, finders: { store } }: Search,
  place: { readonly document: number; readonly pointer: string },
  { metaSchema, file, inline, formats, guess, because }: SchemaChoice,
  result: MutableResult,
  files: Set<string>,
): Promise<void> {
  try {
    if (metaSchema !== undefined) {
      result.associations.push({ ...place, compiled: await store.compile(metaSchema, { $ref: metaSchema }, metaSchema) });
      return;
    }
    const asked = { ...settings, formats: settings.formats ?? formats ?? settings.defaultFormats };
    const loaded = await store.load(file!, asked, inline);
    result.associations.push({ ...place, compiled: loaded.compiled, ...(guess ? { guess } : {}) });
    result.hints.push(...loaded.hints);
    for (const one of loaded.files) if (inline === undefined || one !== file) files.add(one);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    if (inline !== undefined) {
      result.problems.push(new SchemaProblem(document, `${error.message} (${because})`));
      return;
    }
    result.problems.push(error);
    files.add(error.file);
  }
}

async function addDocument(
  search: Search,
  index: number,
  modeline: Modeline | undefined,
  result: MutableResult,
  files: Set<string>,
): Promise<void> {
  const document = search.source.documents[index]!;
  const place = { document: index, pointer: '' };
  const rejected: string[] = [];
  const chosen = chooseSchema(search, document, modeline, rejected);
  if (chosen instanceof SchemaProblem) {
    result.problems.push(chosen);
  } else if (chosen?.remark) {
    result.remarks.push(chosen.remark);
    result.choices.push({ ...place, how: 'none', because: chosen.because });
  } else if (chosen !== undefined) {
    result.choices.push({ ...place, how: chosen.how, schema: chosen.metaSchema ?? chosen.file!, because: chosen.because });
    await addChosen(search, place, chosen, result, files);
  } else if (!isTerraformJson(search.file) || !(await addBlocks(search, document, result, files))) {
    const because = [...rejected, 'no --schema, $schema, modeline, config file or catalog names one'].join('; ');
    result.choices.push({ ...place, how: 'none', because });
  }
}

/**
 * The schemas of a file's documents. The first of these that names one decides: `--schema`, the document's `$schema`, a modeline,
 * the table of the config file, the catalog, and for a Terraform configuration the providers' schemas. `file` is absolute.
 */
export async function findSchemas(
  source: Source,
  file: string,
  settings: FindSettings,
  finders: SchemaFinders,
): Promise<SchemaSearchResult> {
  const result: MutableResult = { associations: [], choices: [], problems: [], hints: [], remarks: [], files: [] };
  let catalog: Catalog | undefined;
  try {
    catalog = openCatalogOf(settings, finders.store, file);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { ...result, files: [error.file], problems: [catalogProblem(error)] };
  }
  const lines = modelines(source);
  const files = new Set<string>();
  const search: Search = { source, file, settings, catalog, finders };
  for (const index of source.documents.keys()) await addDocument(search, index, lines[index], result, files);
  return { ...result, files: [...files] };
}

/** Adds to `rejected` the names that lead to no schema here and are worth mentioning. */
function chooseSchema(
  search: Search,
  document: SourceDocument,
  modeline: Modeline | undefined,
  rejected: string[],
): SchemaChoice | SchemaProblem | undefined {
  const { catalog, file } = search;
  for (const { name, inline, how, because, region, beside, formats } of schemaNames(search, document, modeline)) {
    if (inline !== undefined) return { how, file: beside, inline, because };
    const dialect = officialDialect(name);
    if (dialect !== undefined) return { how: 'meta-schema', metaSchema: dialect, because: `${because}: it is itself a schema` };
    const old = oldDraft(name);
    if (old !== undefined) {
      rejected.push(`${because}: ${old} of JSON Schema is not supported`);
      continue;
    }
    const resolved = resolveSchemaName(name, beside, catalog);
    if ('file' in resolved) return { how, file: resolved.file, because, formats };
    if (isInstalled(name))
      return { how, remark: new SchemaProblem(beside, `${resolved.missing} ${installFirst}`, region), because: resolved.missing };
    if (!resolved.isRemote) return new SchemaProblem(beside, resolved.missing, region, how === '$schema' ? '/$schema' : '');
    rejected.push(`${because}, but ${resolved.missing}`);
  }
  const listed = catalog?.forFile(file);
  if (listed === undefined) return undefined;
  if (listed.file !== undefined) {
    const because = `the catalog has it as ${JSON.stringify(listed.name)}`;
    const isBroad = listed.isBroad === true;
    return {
      how: 'catalog',
      file: listed.file,
      because: isBroad ? `${because}, a guess: many programs have files of this name` : because,
      guess: { name: listed.name, isBroad },
    };
  }
  rejected.push(`the catalog lists ${listed.url} as ${JSON.stringify(listed.name)}, but that schema is not in its folder`);
  return undefined;
}
