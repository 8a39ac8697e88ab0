import type { Choice } from '../find-schema/schema-search-result.ts';
import { toOneLine } from '../reports/text/printable.ts';
import { displayPath } from '../files/display-path.ts';

export interface FileChoices {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** The output of `--print-schema`: one row for each document or block, with its schema and the reason. */
export function formatChoices(files: readonly FileChoices[], format: string, cwd: string): string {
  const rows = files.flatMap(({ name, choices }) =>
    choices.map(({ document, pointer, how, schema, because }) => ({
      file: name,
      document,
      pointer,
      how,
      schema: schema === undefined ? null : how === 'provider' || how === 'meta-schema' ? schema : displayPath(cwd, schema),
      because,
    })),
  );
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const several = new Set(files.filter(({ choices }) => choices.some(({ document }) => document > 0)).map(({ name }) => name));
  return rows
    .map(({ file, document, pointer, schema, because }) => {
      const place = `${file}${several.has(file) ? ` document ${document + 1}` : ''}${pointer && ` ${pointer}`}`;
      return `${toOneLine(`${place}: ${schema ?? 'no schema'} (${because})`)}\n`;
    })
    .join('');
}
