import { lineIndex } from '../../documents/index.ts';
import type { Source, SourceDocument } from '../../documents/source.ts';
import type { Association } from '../judge/index.ts';
import { type Catalog, CatalogError } from './catalog.ts';
import { officialDialect } from './official-dialect.ts';
import { fileMatcher } from './file-matcher.ts';
import { type ProviderSchemaReader, findBlockSchemas } from './block-schemas.ts';
import type { Choice, SchemaSearchResult, ChoiceMethod } from './schema-search-result.ts';
import { type Modeline, modelines } from './modelines.ts';
import { resolveSchemaName } from './resolve-schema-name.ts';
import { SchemaProblem, topOfFile } from './schema-problem.ts';
import type { SchemaStore } from './schema-store.ts';
import type { FindSettings } from './find-settings.ts';
import { isTerraformJson } from './terraform/configuration-blocks.ts';
import type { Region } from '../finding.ts';
import { displayPath } from '../files/display-path.ts';

/** What schemas are found with; kept for many files. */
export interface SchemaFinders {
  readonly store: SchemaStore;
  readonly providers: ProviderSchemaReader;
}

interface SchemaChoice {
  readonly how: ChoiceMethod;
  readonly because: string;
  readonly file?: string;
  readonly metaSchema?: string;
  readonly region?: Region;
}

const declaredSchema = ({ value }: SourceDocument): string | undefined => {
  const said =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly $schema?: unknown }).$schema : undefined;
  return typeof said === 'string' && said.trim() !== '' ? said.trim() : undefined;
};

/**
 * The schemas of a file's documents. Asked in this order, the first that knows one decides: `--schema`, the document's
 * `$schema`, a modeline, the table of the config file, the catalog, and for a configuration of Terraform the providers' schemas.
 * `file` is absolute.
 */
export async function findSchemas(
  source: Source,
  file: string,
  settings: FindSettings,
  { store, providers }: SchemaFinders,
): Promise<SchemaSearchResult> {
  const associations: Association[] = [];
  const choices: Choice[] = [];
  const problems: SchemaProblem[] = [];
  const files = new Set<string>();
  let catalog: Catalog | undefined;
  try {
    catalog = settings.catalog === undefined ? undefined : store.catalog(settings.catalog);
    // A catalog is read when it is first asked; a broken one is told whether or not it would have been needed.
    catalog?.forFile(file);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return {
      associations,
      choices,
      files: [error.file],
      problems: [
        new SchemaProblem(
          error.file,
          error.message.slice(error.file.length + 2).replace(/^./, (first) => first.toUpperCase()),
        ),
      ],
    };
  }
  const lines = modelines(source);

  for (const [index, document] of source.documents.entries()) {
    const place = { document: index, pointer: '' };
    const passed: string[] = [];
    const chosen = chooseSchema(source, document, lines[index], file, settings, catalog, passed);
    if (chosen instanceof SchemaProblem) {
      problems.push(chosen);
      continue;
    }
    if (chosen === undefined) {
      if (isTerraformJson(file)) {
        const blocks = await findBlockSchemas(document, settings, store, providers);
        associations.push(...blocks.associations);
        choices.push(...blocks.choices);
        problems.push(...blocks.problems);
        for (const one of blocks.files) files.add(one);
        if (blocks.choices.length > 0 || blocks.problems.length > 0) continue;
      }
      choices.push({
        ...place,
        how: 'none',
        because: [...passed, 'no --schema, $schema, modeline, config file or catalog names one'].join('; '),
      });
      continue;
    }
    choices.push({ ...place, how: chosen.how, schema: chosen.metaSchema ?? chosen.file!, because: chosen.because });
    try {
      if (chosen.metaSchema !== undefined) {
        associations.push({ ...place, compiled: await store.compile(chosen.metaSchema, { $ref: chosen.metaSchema }, chosen.metaSchema) });
      } else {
        const ready = await store.load(chosen.file!, settings);
        associations.push({ ...place, compiled: ready.compiled });
        for (const one of ready.files) files.add(one);
      }
    } catch (error) {
      if (!(error instanceof SchemaProblem)) throw error;
      problems.push(error);
      files.add(error.file);
    }
  }
  return { associations, choices, problems, files: [...files] };
}

/** Pushes to `passed` what was looked at in vain and is worth telling. */
function chooseSchema(
  source: Source,
  document: SourceDocument,
  modeline: Modeline | undefined,
  file: string,
  settings: FindSettings,
  catalog: Catalog | undefined,
  passed: string[],
): SchemaChoice | SchemaProblem | undefined {
  const look = (
    name: string,
    how: ChoiceMethod,
    because: string,
    region: Region,
    beside = file,
  ): SchemaChoice | SchemaProblem | undefined => {
    const dialect = officialDialect(name);
    if (dialect !== undefined) return { how: 'meta-schema', metaSchema: dialect, because: `${because}: it is itself a schema` };
    const named = resolveSchemaName(name, beside, catalog);
    if ('file' in named) return { how, file: named.file, because };
    if (!named.isRemote) return new SchemaProblem(beside, named.missing, region, how === '$schema' ? '/$schema' : '');
    passed.push(`${because}, but ${named.missing}`);
    return undefined;
  };
  if (settings.schema !== undefined) {
    const found = look(settings.schema, '--schema', '--schema names it', topOfFile);
    if (found !== undefined) return found;
  }
  const said = declaredSchema(document);
  if (said !== undefined) {
    const spot = () => document.locate(['/$schema']).get('/$schema');
    const region = officialDialect(said) === undefined ? spot() : undefined;
    const found = look(
      said,
      '$schema',
      `the document says $schema: ${said}`,
      region ? lineIndex(source.text).region(region.value) : topOfFile,
    );
    if (found !== undefined) return found;
  }
  if (modeline !== undefined) {
    const found = look(modeline.schema, 'modeline', `a comment says ${modeline.spelling}`, lineIndex(source.text).region(modeline.comment));
    if (found !== undefined) return found;
  }
  const row = settings.table?.find(({ fileMatch: patterns }) => fileMatcher(patterns, settings.tableFolder ?? '/')(file));
  if (row !== undefined) {
    const found = look(
      row.schema,
      'config',
      `${settings.tableFile === undefined ? 'the config file' : displayPath(process.cwd(), settings.tableFile)} has it for ${row.fileMatch.join(', ')}`,
      topOfFile,
      settings.tableFile ?? file,
    );
    if (found !== undefined) return found;
  }
  const listed = catalog?.forFile(file);
  if (listed?.file !== undefined)
    return { how: 'catalog', file: listed.file, because: `the catalog has it as ${JSON.stringify(listed.name)}` };
  if (listed !== undefined)
    passed.push(`the catalog lists ${listed.url} as ${JSON.stringify(listed.name)}, but that schema is not in its folder`);
  return undefined;
}
