import { isObject } from '../json.ts';
import { fileMatcher } from '../lint/find-schema/file-matcher.ts';
import type { EditorSchema } from '../lint/find-schema/find-settings.ts';

/** One row of `json.schemas`, or of `yaml.schemas`: globs, and a path from the open folder or a URI, or the schema itself. */
export interface EditorSchemaRow {
  readonly setting: EditorSchema['setting'];
  readonly fileMatch: readonly string[];
  readonly schema: string;
  readonly inline?: unknown;
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** `json.schemas`: `[{ fileMatch: ["*.app.json"], url: "./app.json" }]`; with `schema`, that is the schema, and `url` is its name. */
const jsonRows = (section: unknown): readonly EditorSchemaRow[] => {
  const rows = isObject(section) ? section['schemas'] : undefined;
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown): readonly EditorSchemaRow[] => {
    if (!isObject(row)) return [];
    const { url, schema: inline } = row;
    const common = { setting: 'json.schemas', fileMatch: texts(row['fileMatch']), schema: typeof url === 'string' ? url : '' } as const;
    if (isObject(inline) || typeof inline === 'boolean') return [{ ...common, inline }];
    return common.schema === '' ? [] : [common];
  });
};

/** `yaml.schemas`: `{ "./app.json": ["*.app.yaml"] }`. */
const yamlRows = (section: unknown): readonly EditorSchemaRow[] => {
  const rows = isObject(section) ? section['schemas'] : undefined;
  return isObject(rows)
    ? Object.entries(rows).map(([schema, globs]) => ({ setting: 'yaml.schemas' as const, fileMatch: texts(globs), schema }))
    : [];
};

/** The rows of both settings. `sections`: `json` and `yaml` of the editor's settings. */
export const editorSchemaRows = (json: unknown, yaml: unknown): readonly EditorSchemaRow[] => [...jsonRows(json), ...yamlRows(yaml)];

/**
 * The schema that the editor's settings have for a file; the first row that matches. Globs without a slash match in any folder, others
 * from the open folder, or from the root of the file system.
 */
export const editorSchemaOf = (rows: readonly EditorSchemaRow[], file: string, folder: string): EditorSchema | undefined => {
  const format = /\.ya?ml$/i.test(file) ? 'yaml.schemas' : 'json.schemas';
  const fits = ({ fileMatch }: EditorSchemaRow): boolean =>
    fileMatch.length > 0 && (fileMatcher(fileMatch, folder)(file) || fileMatcher(fileMatch, folder, { floating: true })(file));
  // In YAML the setting of YAML comes first; both are read for every format, as editors with one server have them.
  const row = [...rows].sort((a, b) => Number(b.setting === format) - Number(a.setting === format)).find(fits);
  return row && { setting: row.setting, schema: row.schema, folder, ...(row.inline === undefined ? {} : { inline: row.inline }) };
};
