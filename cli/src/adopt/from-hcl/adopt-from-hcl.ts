import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import { CliError } from '../../cli-error.ts';
import { HclError } from '../../hcl/tokens.ts';
import { unifiedDiff } from '../../hcl/unified-diff.ts';
import { formatCount } from '../../quantities.ts';
import { counterparts } from './counterparts.ts';
import { isTestFile, isTestFolder } from './rewrite-tests.ts';
import { findMockFolders, findTestFolders, foldersIn, isFolder, isSource } from './test-folders.ts';
import { calledFolders, type FolderRewriting, type ReportedRemark, rewriteFolder, type SourceFile } from './rewrite-folder.ts';

export interface FromHclOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Types that are keys of a configuration in JSON. */
const publicType = new RegExp(`"(${[...Object.keys(counterparts.resource), ...Object.keys(counterparts.data)].join('|')})"\\s*:`);

/** The configuration of one folder. `name`: of the folder, below `top`. */
const readFolder = (top: string, name: string): readonly SourceFile[] => {
  const folder = join(top, name);
  const names = readdirSync(folder).toSorted();
  const json = names.filter((each) => /\.(tf|tofu)\.json$/.test(each) && publicType.test(readFileSync(join(folder, each), 'utf8')));
  if (json.length > 0)
    throw new CliError(
      `${json.map((each) => posix.join(name, each)).join(', ')}: configurations in JSON are not rewritten. Write them in HCL first.`,
    );
  return names
    .filter((each) => isSource(each) || isTestFile(each))
    .map((each) => ({ path: posix.join(name, each), text: readFileSync(join(folder, each), 'utf8') }));
};

/** Folders with a configuration below one without: each is a module of its own. */
const findFolders = (top: string, name = ''): readonly string[] => {
  const below = foldersIn(top, name).flatMap((folder) => findFolders(top, folder));
  const entries = readdirSync(join(top, name), { withFileTypes: true });
  return entries.some((entry) => entry.isFile() && isSource(entry.name)) ? [name, ...below] : below;
};

/** The configuration of a folder and of the modules below it that it calls; of a folder without any, that of all folders below it. */
const readSources = (top: string): readonly SourceFile[] => {
  if (!isFolder(top)) throw new CliError(`${top} is no folder.`);
  const own = readFolder(top, '');
  const waiting = own.length > 0 ? [''] : [...findFolders(top)];
  const read = new Map<string, readonly SourceFile[]>();
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (read.has(name)) continue;
    const sources = name === '' ? own : readFolder(top, name);
    read.set(name, sources);
    if (!isTestFolder(name) && sources.some(({ path }) => isSource(path))) {
      const tests = findTestFolders(top, name);
      const files = [...sources, ...tests.flatMap((folder) => readFolder(top, folder))];
      waiting.push(...tests, ...findMockFolders(top, name, files));
    }
    for (const folder of calledFolders(sources))
      if (folder !== '..' && !folder.startsWith('../') && isFolder(join(top, folder))) waiting.push(folder);
  }
  return [...read.values()].flat();
};

/** Writes the files next to their targets, renames all of them when they are complete, and restores the originals if one rename fails. */
const writeSources = (folder: string, files: readonly SourceFile[]): void => {
  const plans = files.map(({ path, text }) => {
    const target = join(folder, path);
    return { target, text, draft: `${target}.slipway-new`, before: existsSync(target) ? readFileSync(target) : null };
  });
  const drafts: string[] = [];
  const written: (typeof plans)[number][] = [];
  try {
    for (const { draft, text, before, target } of plans) {
      writeFileSync(draft, text, { mode: before === null ? 0o644 : statSync(target).mode & 0o777 });
      drafts.push(draft);
    }
    for (const plan of plans) {
      renameSync(plan.draft, plan.target);
      written.push(plan);
    }
  } catch (error) {
    for (const { target, before } of written) {
      if (before === null) rmSync(target);
      else writeFileSync(target, before);
    }
    for (const draft of drafts) rmSync(draft, { force: true });
    throw new CliError(`No file was changed: ${(error as Error).message}`);
  }
};

const renderRemarks = (remarks: readonly ReportedRemark[]): readonly string[] =>
  remarks.length === 0
    ? []
    : ['', 'Left to do by hand:', ...remarks.map(({ file, line, subject, reason }) => `  ${file}:${line}  ${subject}: ${reason}`)];

const describe = (folder: string, { files, moves, remarks }: FolderRewriting, isDry: boolean): string => {
  const place = relative(process.cwd(), folder) || 'this folder';
  const first =
    files.length === 0
      ? `Nothing to rewrite in ${place}.`
      : `${isDry ? 'Would rewrite' : 'Rewrote'} ${formatCount(files.length, 'file')} of ${place}, ` +
        `with ${formatCount(moves.length, 'moved block')}.`;
  const next = files.length === 0 || isDry ? [] : ['Run `init -upgrade` and a plan: it moves the objects and destroys none.'];
  return [first, ...next, ...renderRemarks(remarks)].join('\n');
};

const refuseUnreadable = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (error instanceof HclError) throw new CliError(`${error.file}:${error.line}: ${error.message}. No file was changed.`);
    throw error;
  }
};

/** Rewrites the configuration of a folder from the public providers to Slipway. Answers what to print. */
export const adoptFromHcl = (path: string, { dryRun = false, json = false }: FromHclOptions): string => {
  const folder = resolve(path);
  const { sources, rewriting } = refuseUnreadable(() => {
    const found = readSources(folder);
    return { sources: found, rewriting: rewriteFolder(found) };
  });
  const before = new Map(sources.map((source) => [source.path, source.text]));
  const diff = (): string => rewriting.files.map((file) => unifiedDiff(file.path, before.get(file.path) ?? null, file.text)).join('');
  if (!dryRun) writeSources(folder, rewriting.files);
  if (!json) return `${dryRun ? diff() : ''}${dryRun && rewriting.files.length > 0 ? '\n' : ''}${describe(folder, rewriting, dryRun)}`;
  const { files, moves, remarks } = rewriting;
  const changed = files.map((file) => file.path);
  return JSON.stringify({ dryRun, files: changed, moves, remarks, ...(dryRun ? { diff: diff() } : {}) }, null, 2);
};
