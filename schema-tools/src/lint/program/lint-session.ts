import { dirname, resolve } from 'node:path';
import { encode } from '../../documents/decode.ts';
import type { CrossFileRule, CrossFileProblem } from '../cross-file/cross-file-analysis.ts';
import type { LintConfig } from '../config/lint-config.ts';
import { fileSettings, isIgnoredFile, type CommandLineSettings } from '../config/file-settings.ts';
import { type ConfigFinder, configFinder } from '../config/config-finder.ts';
import { fileFinding, type LintJob } from '../run/lint-job.ts';
import type { LintPool } from '../run/lint-pool.ts';
import { displayPath } from '../files/display-path.ts';
import type { KnownResults } from '../cache/known-results.ts';
import { defaultBaseline, findBaselinePath } from './baseline-path.ts';
import { expandArguments } from './expand-arguments.ts';
import type { LintedFile, LintTarget } from './linted-file.ts';
import type { LintOptions, LintHost } from './lint-options.ts';
import { replaceFile } from './replace-file.ts';
import { commandLineSettings } from './command-line-settings.ts';

/** One run's files, settings and workers. */
export interface LintSession {
  readonly cwd: string;
  /** The files that the arguments select, without those that a config ignores. */
  files(): Promise<readonly LintTarget[]>;
  /** Absolute: the folders that `files` has searched, the last time. */
  folders(): Iterable<string>;
  /** A file with the result of an earlier run, if that is still right. */
  findKnown(target: LintTarget, cache: KnownResults): Promise<LintedFile | undefined>;
  /** `stdin`: the content of the file, where it is standard input; `cache`: takes the result. */
  lint(target: LintTarget, stdin?: Uint8Array, cache?: KnownResults): Promise<LintedFile>;
  /** Lints a few small files in this thread, if that is fast and safe. */
  lintInline(targets: readonly LintTarget[], stdin?: Uint8Array): Promise<readonly LintedFile[]>;
  /** Lints the files, with the findings of rules that compare several files. */
  lintAcrossFiles(linted: readonly LintedFile[], stdin?: Uint8Array): Promise<readonly LintedFile[]>;
  /** The rules that look at several files. */
  crossFileRules(): Promise<readonly CrossFileRule[]>;
  /** The config of the current folder: it holds for the run as a whole. */
  config(): Promise<LintConfig | undefined>;
  /** The config file of a file, if it has one. */
  configFileOf(file: string): Promise<string | undefined>;
  /** Makes the session read configs and schemas again. */
  reset(): void;
}

interface SessionState {
  readonly args: readonly string[];
  readonly options: LintOptions;
  readonly host: LintHost;
  readonly workers: LintPool;
  readonly cwd: string;
  configs: ConfigFinder;
  settings: Promise<CommandLineSettings> | undefined;
  crossFileRules: Promise<readonly CrossFileRule[]> | undefined;
  folders: Set<string>;
}

const crossFileRules = async ({ crossFile }: LintHost): Promise<readonly CrossFileRule[]> => (await crossFile?.())?.rules ?? [];
const crossFileRuleIds = async (host: LintHost): Promise<readonly string[]> => (await crossFileRules(host)).map(({ id }) => id);

const createConfigFinder = (options: LintOptions, host: LintHost, cwd: string): ConfigFinder =>
  configFinder({
    named: options.config === undefined ? undefined : resolve(cwd, options.config),
    shown: (file) => displayPath(cwd, file),
    others: () => crossFileRuleIds(host),
  });

const readSettings = (state: SessionState): Promise<CommandLineSettings> =>
  (state.settings ??= commandLineSettings(state.options, state.cwd, () => crossFileRuleIds(state.host)));

async function createJob(
  state: SessionState,
  { file, name }: LintTarget,
  bytes: Uint8Array | undefined,
  problems?: readonly CrossFileProblem[],
): Promise<LintJob> {
  const { options, host, configs } = state;
  const settings = fileSettings(file, name, await configs.find(dirname(file)), await readSettings(state));
  const rules = await (state.crossFileRules ??= crossFileRules(host));
  return {
    file,
    ...settings,
    judge: {
      ...settings.judge,
      keepSuppressed: options.format === 'sarif',
      ...(rules.length > 0 ? { crossFile: { rules, ...(problems ? { problems } : {}) } } : {}),
    },
    ...(rules.length > 0 ? { collectDocuments: true } : {}),
    ...(bytes === undefined ? {} : { bytes }),
    ...(options.fix ? { fix: true } : {}),
    ...(options.format === 'sarif' ? { includeEdits: true } : {}),
    ...(options.format === 'text' ? { includeText: true } : {}),
  };
}

async function findFiles(state: SessionState): Promise<readonly LintTarget[]> {
  const { args, options, cwd, configs } = state;
  // Errors of the command line are reported before any file is read.
  await readSettings(state);
  if (options.stdin) {
    const file = resolve(cwd, options.stdinFilename!);
    return [{ file, name: displayPath(cwd, file) }];
  }
  const targets: LintTarget[] = [];
  state.folders = new Set();
  const baseline = findBaselinePath(options, (await configs.find(cwd))?.baseline, cwd) ?? resolve(cwd, defaultBaseline);
  for (const target of await expandArguments(args, cwd, state.folders))
    if (target.file !== baseline && !isIgnoredFile(target.file, await configs.find(dirname(target.file)))) targets.push(target);
  return targets;
}

async function lintFile(state: SessionState, target: LintTarget, stdin?: Uint8Array, cache?: KnownResults): Promise<LintedFile> {
  const job = await createJob(state, target, stdin);
  const result = await state.workers.lint(cache ? { ...job, includeDigest: true } : job);
  cache?.add(job, result);
  if (!result.fixed) return { ...target, result, fixed: 0 };
  const { before, text: after, encoding, count } = result.fixed;
  let problem = 'This file changed while it was linted, so it was not fixed; lint it again.';
  try {
    if (replaceFile(target.file, encode(before, encoding), encode(after, encoding))) return { ...target, result, fixed: count };
  } catch (error) {
    problem = `This file cannot be written, so it was not fixed: ${(error as Error).message}`;
  }
  return { ...target, fixed: 0, result: { ...result, isIncomplete: true, findings: [fileFinding(target.name, problem)] } };
}

async function lintInline(state: SessionState, targets: readonly LintTarget[], stdin?: Uint8Array): Promise<readonly LintedFile[]> {
  const { inlineLinter } = await import('../run/inline-linter.ts');
  const lint = inlineLinter(state.host.terraformSchemas, state.host.documentFilter);
  const linted: LintedFile[] = [];
  for (const target of targets) {
    const result = await lint(await createJob(state, target, stdin));
    linted.push(result ? { ...target, result, fixed: 0 } : await lintFile(state, target, stdin));
  }
  return linted;
}

async function lintAcrossFiles(state: SessionState, linted: readonly LintedFile[], stdin?: Uint8Array): Promise<readonly LintedFile[]> {
  const { host, options, workers } = state;
  if (!host.crossFile || linted.every(({ result }) => result.crossFile === undefined)) return linted;
  const { judgeAcrossFiles } = await import('./judge-across-files.ts');
  return judgeAcrossFiles(linted, await host.crossFile(), options.stdin === true, async (one, problems) => {
    // What can be fixed was fixed the first time.
    const { fix: _fix, ...job } = await createJob(state, one, stdin, problems);
    const result = await workers.lint(job);
    return { ...one, result: { ...result, ...(one.result.crossFile ? { crossFile: one.result.crossFile } : {}) } };
  });
}

export function openSession(
  args: readonly string[],
  options: LintOptions,
  host: LintHost,
  workers: LintPool,
  cwd = process.cwd(),
): LintSession {
  const configs = createConfigFinder(options, host, cwd);
  const state: SessionState = {
    args,
    options,
    host,
    workers,
    cwd,
    configs,
    settings: undefined,
    crossFileRules: undefined,
    folders: new Set(),
  };
  return {
    cwd,
    config: () => state.configs.find(cwd),
    folders: () => state.folders,
    crossFileRules: () => crossFileRules(host),
    configFileOf: async (file) => (await state.configs.find(dirname(file)))?.file,
    files: () => findFiles(state),
    findKnown: async ({ file, name }, cache) => {
      const result = cache.find(await createJob(state, { file, name }, undefined));
      return result && { file, name, result, fixed: 0 };
    },
    lint: (target, stdin, cache) => lintFile(state, target, stdin, cache),
    lintInline: (targets, stdin) => lintInline(state, targets, stdin),
    lintAcrossFiles: (linted, stdin) => lintAcrossFiles(state, linted, stdin),
    reset: () => {
      state.configs = createConfigFinder(options, host, cwd);
      workers.reset();
    },
  };
}
