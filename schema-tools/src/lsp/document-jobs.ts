import { dirname, resolve } from 'node:path';
import type { CrossFileRule } from '../lint/cross-file/cross-file-analysis.ts';
import { fileSettings, isIgnoredFile, type CommandLineSettings } from '../lint/config/file-settings.ts';
import { type ConfigFinder, configFinder } from '../lint/config/config-finder.ts';
import type { LintOptions } from '../lint/program/lint-options.ts';
import type { LintJob } from '../lint/run/lint-job.ts';
import { displayPath } from '../lint/files/display-path.ts';
import type { DocumentLocation } from './locate-document.ts';
import { editorSchemaOf, type EditorSchemaRow } from './schema-settings.ts';

/** What a document is to be judged by: the command line, and the config file that is nearest to it. */
export interface DocumentJobs {
  /** Undefined for a document that its config leaves out. Rejects with a ConfigFault. */
  create(place: DocumentLocation, text: string): Promise<LintJob | undefined>;
  /** The editor's own settings from now on. */
  setEditorSchemas(rows: readonly EditorSchemaRow[]): void;
  /** Config files are read anew from now on. */
  reset(): void;
}

export function documentJobs(
  { config }: Pick<LintOptions, 'config'>,
  said: CommandLineSettings,
  cwd: string,
  rules: readonly CrossFileRule[],
  folderOf: (file: string) => string,
): DocumentJobs {
  // A fault of a config file names it by its whole path: the editor's folders are not ours.
  const fresh = (): ConfigFinder =>
    configFinder({
      named: config === undefined ? undefined : resolve(cwd, config),
      shown: (file) => file,
      others: async () => rules.map(({ id }) => id),
    });
  let known = fresh();
  let rows: readonly EditorSchemaRow[] = [];
  return {
    async create({ file, format }, text) {
      const nearest = await known.find(dirname(file));
      if (isIgnoredFile(file, nearest)) return undefined;
      const settings = fileSettings(file, displayPath(cwd, file), nearest, said);
      const editorSchema = editorSchemaOf(rows, file, folderOf(file));
      return {
        file,
        text,
        includeEdits: true,
        ...(format === undefined ? {} : { format }),
        ...settings,
        find: { ...settings.find, ...(editorSchema ? { editorSchema } : {}) },
        judge: { ...settings.judge, ...(rules.length > 0 ? { crossFile: { rules } } : {}) },
      };
    },
    setEditorSchemas: (now) => {
      rows = now;
    },
    reset: () => {
      known = fresh();
    },
  };
}
