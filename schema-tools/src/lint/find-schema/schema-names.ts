import { join } from 'node:path';
import { lineIndex } from '../../documents/index.ts';
import type { Source, SourceDocument } from '../../documents/source.ts';
import type { FormatHandling } from '../../index.ts';
import { displayPath } from '../files/display-path.ts';
import type { Region } from '../finding.ts';
import { fileMatcher } from './file-matcher.ts';
import type { FindSettings } from './find-settings.ts';
import type { Modeline } from './modelines.ts';
import { officialDialect } from './official-dialect.ts';
import type { ChoiceMethod } from './schema-search-result.ts';
import { topOfFile } from './schema-problem.ts';

const declaredSchema = ({ value }: SourceDocument): string | undefined => {
  const uri =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly $schema?: unknown }).$schema : undefined;
  return typeof uri === 'string' && uri.trim() !== '' ? uri.trim() : undefined;
};

/** The name of a schema, and where it is written. */
export interface NamedSchema {
  readonly name: string;
  readonly how: ChoiceMethod;
  readonly because: string;
  readonly region: Region;
  /** The file that names it, absolute. */
  readonly beside: string;
  readonly inline?: unknown;
  readonly formats?: FormatHandling | undefined;
}

/** All that name a schema for a document, the most important first. */
export function* schemaNames(
  { source, file, settings }: { readonly source: Source; readonly file: string; readonly settings: FindSettings },
  document: SourceDocument,
  modeline: Modeline | undefined,
): Generator<NamedSchema> {
  if (settings.schema !== undefined)
    yield { name: settings.schema, how: '--schema', because: '--schema names it', region: topOfFile, beside: file };
  const declared = declaredSchema(document);
  if (declared !== undefined) {
    const spot = officialDialect(declared) === undefined ? document.locate(['/$schema']).get('/$schema') : undefined;
    const region = spot ? lineIndex(source.text).region(spot.value) : topOfFile;
    yield { name: declared, how: '$schema', because: `the document says $schema: ${declared}`, region, beside: file };
  }
  if (modeline !== undefined) {
    const region = lineIndex(source.text).region(modeline.comment);
    yield { name: modeline.schema, how: 'modeline', because: `a comment says ${modeline.spelling}`, region, beside: file };
  }
  const row = settings.table?.find(({ fileMatch: patterns }) => fileMatcher(patterns, settings.tableFolder ?? '/')(file));
  if (row !== undefined) {
    const table = settings.tableFile === undefined ? 'the config file' : displayPath(process.cwd(), settings.tableFile);
    const because = `${table} has it for ${row.fileMatch.join(', ')}`;
    yield { name: row.schema, how: 'config', because, region: topOfFile, beside: settings.tableFile ?? file, formats: row.formats };
  }
  if (settings.editorSchema !== undefined) {
    const { schema: name, setting, folder, inline } = settings.editorSchema;
    yield {
      name,
      inline,
      how: 'config',
      because: `the setting ${setting} has it`,
      region: topOfFile,
      beside: join(folder, 'settings.json'),
    };
  }
}
