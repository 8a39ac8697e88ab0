import { dirname, resolve } from 'node:path';
import type { AcrossRule } from '../lint/across/across.ts';
import { fileSettings, isSkipped, type Said } from '../lint/config/file-settings.ts';
import { type Configs, configs } from '../lint/config/find-config.ts';
import type { LintOptions } from '../lint/program/options.ts';
import type { Job } from '../lint/run/job.ts';
import { shownFrom } from '../lint/files/shown.ts';
import type { Place } from './place-of.ts';

/** What a document is to be judged by: the command line, and the config file that is nearest to it. */
export interface Jobs {
  /** Undefined for a document that its config leaves out. Rejects with a ConfigFault. */
  of(place: Place, text: string): Promise<Job | undefined>;
  /** Config files are read anew from now on. */
  forget(): void;
}

export function jobs({ config }: Pick<LintOptions, 'config'>, said: Said, cwd: string, rules: readonly AcrossRule[]): Jobs {
  // A fault of a config file names it by its whole path: the editor's folders are not ours.
  const fresh = (): Configs => configs({ named: config === undefined ? undefined : resolve(cwd, config), shown: (file) => file, others: async () => rules.map(({ id }) => id) });
  let known = fresh();
  return {
    async of({ file, format }, text) {
      const nearest = await known.of(dirname(file));
      if (isSkipped(file, nearest)) return undefined;
      const settings = fileSettings(file, shownFrom(cwd, file), nearest, said);
      return { file, text, wantEdits: true, ...(format === undefined ? {} : { format }), ...settings, judge: { ...settings.judge, ...(rules.length > 0 ? { across: { rules } } : {}) } };
    },
    forget: () => { known = fresh(); },
  };
}
