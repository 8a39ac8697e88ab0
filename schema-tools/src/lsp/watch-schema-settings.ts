import { type Connection, DidChangeConfigurationNotification } from 'vscode-languageserver/node';
import { isObject } from '../json.ts';
import type { EditorCapabilities } from './editor-capabilities.ts';
import { editorSchemaRows, type EditorSchemaRow } from './schema-settings.ts';

/**
 * Reads `json.schemas` and `yaml.schemas` from the editor: asks for them where it answers, and takes what it sends otherwise. `onChange` is
 * called only where they are others than before.
 */
export function watchSchemaSettings(
  connection: Connection,
  { answersSettings, watchesSettings }: EditorCapabilities,
  onChange: (rows: readonly EditorSchemaRow[]) => void,
): void {
  let known = '[]';
  const take = (rows: readonly EditorSchemaRow[]): void => {
    const now = JSON.stringify(rows);
    if (now === known) return;
    known = now;
    onChange(rows);
  };
  const warn = (error: Error): void => connection.console.warn(`The editor does not tell its settings: ${error.message}`);
  const ask = async (): Promise<void> => {
    const [json, yaml] = await connection.workspace.getConfiguration([{ section: 'json' }, { section: 'yaml' }]);
    take(editorSchemaRows(json, yaml));
  };
  connection.onDidChangeConfiguration(({ settings }) => {
    if (answersSettings) ask().catch(warn);
    else if (isObject(settings)) take(editorSchemaRows(settings['json'], settings['yaml']));
  });
  if (answersSettings) ask().catch(warn);
  if (watchesSettings) void connection.client.register(DidChangeConfigurationNotification.type, { section: ['json', 'yaml'] }).catch(warn);
}
