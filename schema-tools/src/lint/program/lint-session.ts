import { dirname, resolve } from 'node:path';
import { encode } from '../../documents/decode.ts';
import type { CrossFileRule, CrossFileProblem } from '../cross-file/cross-file-analysis.ts';
import type { LintConfig } from '../config/lint-config.ts';
import { fileSettings, isIgnoredFile, type CommandLineSettings } from '../config/file-settings.ts';
import { type ConfigFinder, configFinder } from '../config/config-finder.ts';
import { fileFinding, type LintResult, type LintJob } from '../run/lint-job.ts';
import type { LintPool } from '../run/lint-pool.ts';
import { displayPath } from '../files/display-path.ts';
import { expandArguments } from './expand-arguments.ts';
import type { LintedFile, LintTarget } from './linted-file.ts';
import type { LintOptions, LintHost } from './lint-options.ts';
import { replaceFile } from './replace-file.ts';
import { commandLineSettings } from './command-line-settings.ts';
import { UsageError } from './usage-error.ts';

/** One run's files, settings and workers. */
export interface LintSession {
  readonly cwd: string;
  /** The files that the arguments mean, without those that a config leaves out. */
  files(): Promise<readonly LintTarget[]>;
  /** Absolute: the folders in which `files` looked for them, the last time. */
  folders(): Iterable<string>;
  /** `typed`: what the file holds, where it is standard input. */
  lint(named: LintTarget, typed?: Uint8Array): Promise<LintedFile>;
  /** The same, for a few small files: in this thread where that is fast and safe. */
  lintInline(files: readonly LintTarget[], typed?: Uint8Array): Promise<readonly LintedFile[]>;
  /** The same files, with what is found across them. */
  lintAcrossFiles(linted: readonly LintedFile[], typed?: Uint8Array): Promise<readonly LintedFile[]>;
  /** The rules of that. */
  crossFileRules(): Promise<readonly CrossFileRule[]>;
  /** The config of the current folder: what is true of the run as a whole. */
  config(): Promise<LintConfig | undefined>;
  /** The config file of a file, if it has one. */
  configFileOf(file: string): Promise<string | undefined>;
  /** Configs and schemas are read anew from now on. */
  reset(): void;
}

export function openSession(
  args: readonly string[],
  options: LintOptions,
  { terraformSchemas: own, crossFile: across, documentFilter: concerns }: LintHost,
  workers: LintPool,
  cwd = process.cwd(),
): LintSession {
  const acrossRules = async (): Promise<readonly CrossFileRule[]> => (await across?.())?.rules ?? [];
  const others = async (): Promise<readonly string[]> => (await acrossRules()).map(({ id }) => id);
  const fresh = (): ConfigFinder =>
    configFinder({
      named: options.config === undefined ? undefined : resolve(cwd, options.config),
      shown: (file) => displayPath(cwd, file),
      others,
    });
  let known = fresh();
  let said: Promise<CommandLineSettings> | undefined;
  let walked = new Set<string>();

  async function jobOf({ file, name }: LintTarget, bytes: Uint8Array | undefined, found?: readonly CrossFileProblem[]): Promise<LintJob> {
    const settings = fileSettings(file, name, await known.find(dirname(file)), await (said ??= commandLineSettings(options, cwd, others)));
    const rules = await acrossRules();
    return {
      file,
      ...settings,
      judge: {
        ...settings.judge,
        keepSuppressed: options.format === 'sarif',
        ...(rules.length > 0 ? { crossFile: { rules, ...(found ? { problems: found } : {}) } } : {}),
      },
      ...(rules.length > 0 ? { collectDocuments: true } : {}),
      ...(bytes === undefined ? {} : { bytes }),
      ...(options.fix ? { fix: true } : {}),
      ...(options.format === 'sarif' ? { includeEdits: true } : {}),
      ...(options.format === 'text' ? { includeText: true } : {}),
    };
  }
  return {
    cwd,
    config: () => known.find(cwd),
    folders: () => walked,
    crossFileRules: acrossRules,
    async lintAcrossFiles(linted, typed) {
      if (!across || linted.every(({ result: done }) => done.crossFile === undefined)) return linted;
      const { judgeAcrossFiles: judgeAcross } = await import('./judge-across-files.ts');
      return judgeAcross(linted, await across(), options.stdin === true, async (one, found) => {
        const job = await jobOf(one, typed, found);
        // What is mended was mended at the first time.
        const { fix: _, ...asked } = job;
        return { ...one, result: { ...(await workers.lint(asked)), ...(one.result.crossFile ? { crossFile: one.result.crossFile } : {}) } };
      });
    },
    configFileOf: async (file) => (await known.find(dirname(file)))?.file,
    async files() {
      // What is wrong on the command line is told before anything is looked at.
      await (said ??= commandLineSettings(options, cwd, others));
      if (options.stdin)
        return [{ file: resolve(cwd, options.stdinFilename!), name: displayPath(cwd, resolve(cwd, options.stdinFilename!)) }];
      const kept: LintTarget[] = [];
      walked = new Set();
      for (const named of await expandArguments(args, cwd, walked))
        if (!isIgnoredFile(named.file, await known.find(dirname(named.file)))) kept.push(named);
      return kept;
    },
    async lintInline(files, typed) {
      const { inlineLinter: inline } = await import('../run/inline-linter.ts');
      const lintHere = inline(own, concerns);
      const linted: LintedFile[] = [];
      for (const named of files) {
        const done = await lintHere(await jobOf(named, typed));
        linted.push(done ? { ...named, result: done, fixed: 0 } : await this.lint(named, typed));
      }
      return linted;
    },
    async lint(named, typed) {
      const done = await workers.lint(await jobOf(named, typed));
      if (!done.fixed) return { ...named, result: done, fixed: 0 };
      const { before, text: after, encoding, count } = done.fixed;
      try {
        if (replaceFile(named.file, encode(before, encoding), encode(after, encoding))) return { ...named, result: done, fixed: count };
      } catch (error) {
        throw new UsageError(`${named.name} cannot be written: ${(error as Error).message}`);
      }
      return {
        ...named,
        fixed: 0,
        result: {
          ...done,
          isIncomplete: true,
          findings: [fileFinding(named.name, 'This file changed while it was linted, so nothing was mended in it; lint it again.')],
        },
      };
    },
    reset: () => {
      known = fresh();
      workers.reset();
    },
  };
}
