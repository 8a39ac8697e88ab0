import { dirname, resolve } from 'node:path';
import { encode } from '../../documents/decode.ts';
import type { AcrossRule, FoundAcross } from '../across/across.ts';
import type { Config } from '../config/config.ts';
import { fileSettings, isSkipped, type Said } from '../config/file-settings.ts';
import { type Configs, configs } from '../config/find-config.ts';
import { aboutFile, type Done, type Job } from '../run/job.ts';
import type { Pool } from '../run/pool.ts';
import { shownFrom } from '../files/shown.ts';
import { expand, type Named } from './expand.ts';
import type { LintOptions, Surroundings } from './options.ts';
import { replaceFile } from './replace-file.ts';
import { saidBy } from './said.ts';
import { UsageFault } from './usage-fault.ts';

export interface Linted extends Named { readonly done: Done; /** How many findings were mended. */ readonly fixed: number }

/** One run's files, settings and workers. */
export interface Session {
  readonly cwd: string;
  /** The files that the arguments mean, without those that a config leaves out. */
  files(): Promise<readonly Named[]>;
  /** Absolute: the folders in which `files` looked for them, the last time. */
  folders(): Iterable<string>;
  /** `typed`: what the file holds, where it is standard input. */
  lint(named: Named, typed?: Uint8Array): Promise<Linted>;
  /** The same, for a few small files: in this thread where that is fast and safe. */
  lintFew(files: readonly Named[], typed?: Uint8Array): Promise<readonly Linted[]>;
  /** The same files, with what is found across them. */
  across(linted: readonly Linted[], typed?: Uint8Array): Promise<readonly Linted[]>;
  /** The rules of that. */
  acrossRules(): Promise<readonly AcrossRule[]>;
  /** The config of the current folder: what is true of the run as a whole. */
  config(): Promise<Config | undefined>;
  /** The config file of a file, if it has one. */
  configFileOf(file: string): Promise<string | undefined>;
  /** Configs and schemas are read anew from now on. */
  forget(): void;
}

export function openSession(args: readonly string[], options: LintOptions, { own, across, concerns }: Surroundings, workers: Pool, cwd = process.cwd()): Session {
  const acrossRules = async (): Promise<readonly AcrossRule[]> => (await across?.())?.rules ?? [];
  const others = async (): Promise<readonly string[]> => (await acrossRules()).map(({ id }) => id);
  const fresh = (): Configs => configs({ named: options.config === undefined ? undefined : resolve(cwd, options.config), shown: (file) => shownFrom(cwd, file), others });
  let known = fresh();
  let said: Promise<Said> | undefined;
  let walked = new Set<string>();

  async function jobOf({ file, name }: Named, bytes: Uint8Array | undefined, found?: readonly FoundAcross[]): Promise<Job> {
    const settings = fileSettings(file, name, await known.of(dirname(file)), await (said ??= saidBy(options, cwd, others)));
    const rules = await acrossRules();
    return {
      file, ...settings, judge: { ...settings.judge, keepSuppressed: options.format === 'sarif', ...(rules.length > 0 ? { across: { rules, ...(found ? { found } : {}) } } : {}) }, ...(rules.length > 0 ? { gather: true } : {}),
      ...(bytes === undefined ? {} : { bytes }), ...(options.fix ? { fix: true } : {}), ...(options.format === 'sarif' ? { wantEdits: true } : {}), ...(options.format === 'text' ? { wantText: true } : {}),
    };
  }
  return {
    cwd,
    config: () => known.of(cwd),
    folders: () => walked, acrossRules,
    async across(linted, typed) {
      if (!across || linted.every(({ done }) => done.across === undefined)) return linted;
      const { judgeAcross } = await import('../across/judge-across.ts');
      return judgeAcross(linted, await across(), options.stdin === true, async (one, found) => {
        const job = await jobOf(one, typed, found);
        // What is mended was mended at the first time.
        const { fix: _, ...asked } = job;
        return { ...one, done: { ...await workers.lint(asked), ...(one.done.across ? { across: one.done.across } : {}) } };
      });
    },
    configFileOf: async (file) => (await known.of(dirname(file)))?.file,
    async files() {
      // What is wrong on the command line is told before anything is looked at.
      await (said ??= saidBy(options, cwd, others));
      if (options.stdin) return [{ file: resolve(cwd, options.stdinFilename!), name: shownFrom(cwd, resolve(cwd, options.stdinFilename!)) }];
      const kept: Named[] = [];
      walked = new Set();
      for (const named of await expand(args, cwd, walked)) if (!isSkipped(named.file, await known.of(dirname(named.file)))) kept.push(named);
      return kept;
    },
    async lintFew(files, typed) {
      const { inline } = await import('../run/inline.ts');
      const lintHere = inline(own, concerns);
      const linted: Linted[] = [];
      for (const named of files) {
        const done = await lintHere(await jobOf(named, typed));
        linted.push(done ? { ...named, done, fixed: 0 } : await this.lint(named, typed));
      }
      return linted;
    },
    async lint(named, typed) {
      const done = await workers.lint(await jobOf(named, typed));
      if (!done.fixed) return { ...named, done, fixed: 0 };
      const { before, text: after, encoding, count } = done.fixed;
      try {
        if (replaceFile(named.file, encode(before, encoding), encode(after, encoding))) return { ...named, done, fixed: count };
      } catch (error) {
        throw new UsageFault(`${named.name} cannot be written: ${(error as Error).message}`);
      }
      return { ...named, fixed: 0, done: { ...done, undone: true, findings: [aboutFile(named.name, 'This file changed while it was linted, so nothing was mended in it; lint it again.')] } };
    },
    forget: () => { known = fresh(); workers.forget(); },
  };
}
