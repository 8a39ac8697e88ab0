import type { Association } from '../judge/index.ts';
import type { SourceDocument } from '../../documents/source.ts';
import type { Choice, SchemaSearchResult } from './schema-search-result.ts';
import { SchemaProblem } from './schema-problem.ts';
import type { SchemaStore } from './schema-store.ts';
import type { FindSettings } from './find-settings.ts';
import { configurationBlocks } from './terraform/configuration-blocks.ts';
import { readProviderSchemas } from './terraform/read-provider-schemas.ts';
import type { TerraformSchemas } from './terraform/terraform-schemas.ts';

export interface ProviderSchemaReader {
  /** The schemas of the settings' files, in their order, behind those that the program brings along. Throws a SchemaProblem. */ read(
    files: readonly string[],
  ): Promise<readonly TerraformSchemas[]>;
}

/** Reads each file once. `own`: what the program brings along. A file of more than `most` bytes throws TooMuch. */
export function providerSchemaReader(own?: () => Promise<TerraformSchemas>, most = Infinity): ProviderSchemaReader {
  const read = new Map<string, Promise<TerraformSchemas>>();
  let brought: Promise<TerraformSchemas> | undefined;
  return {
    read: (files) =>
      Promise.all([
        ...(own ? [(brought ??= own())] : []),
        ...files.map((file) => {
          const known = read.get(file) ?? readProviderSchemas(file, most);
          read.set(file, known);
          return known;
        }),
      ]),
  };
}

/** The schema of each block of a configuration. */
export async function findBlockSchemas(
  document: SourceDocument,
  settings: FindSettings,
  store: SchemaStore,
  providers: ProviderSchemaReader,
): Promise<Omit<SchemaSearchResult, 'hints' | 'remarks'>> {
  const files = settings.providerSchemas ?? [];
  const associations: Association[] = [];
  const choices: Choice[] = [];
  let known: readonly TerraformSchemas[];
  try {
    known = await providers.read(files);
  } catch (error) {
    if (error instanceof SchemaProblem) return { associations, choices, problems: [error], files };
    throw error;
  }
  for (const { kind, type, pointer, source } of configurationBlocks(document.value)) {
    const place = { document: 0, pointer };
    const from = known.find((one) => one.schemaOf(kind, type, source) !== undefined);
    const schema = from?.schemaOf(kind, type, source);
    if (!from || !schema) {
      choices.push({ ...place, how: 'none', because: `no provider schema has the ${kind} ${type}` });
      continue;
    }
    const compiled = await store.compile(`${from.origin} ${kind} ${type} ${source ?? ''}`, schema);
    associations.push({ ...place, compiled, expressions: true });
    choices.push({ ...place, how: 'provider', schema: `${kind} ${type}`, because: `from ${from.origin}` });
  }
  return { associations, choices, problems: [], files };
}
