import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestBundle } from './bundle.ts';
import { buildInputs } from '../../../build/inputs.ts';

/** Files that differ from `since` (a commit), and files that git does not know yet; relative to the checkout. */
export function changedFiles(project: string, since: string): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  return [...new Set([...git('diff', '--name-only', '--no-renames', since), ...git('ls-files', '--others', '--exclude-standard')])];
}

/** The sources that are bundled into one output or into a chunk it imports. */
function sourcesOf({ metafile: { outputs } }: TestBundle, output: string, seen = new Set<string>()): ReadonlySet<string> {
  const sources = new Set<string>();
  const visit = (path: string): void => {
    const chunk = outputs[path];
    if (!chunk || seen.has(path)) return;
    seen.add(path);
    for (const input of Object.keys(chunk.inputs)) sources.add(input);
    for (const imported of chunk.imports) if (!imported.external) visit(imported.path);
  };
  visit(output);
  return sources;
}

const isProgramSource = (file: string): boolean =>
  buildInputs.some((name) => file === name || file.startsWith(`${name}/`)) && !/(^|\/)test\//.test(file);
/** Texts of tests that start a built program, and sources that look for one or for the script of a worker thread. */
const namesPrograms = /\bbin\b|\bdist\b|@slipway\/constructs/;
const looksForBuilt = /package-root|worker-script|\/threads\//;
/** They read the whole checkout. */
const isAboutEverything = (test: string): boolean => /^test\/(house|generate)\//.test(test);

/** What is bundled into a test, and the text of those of its sources that are tests themselves. */
function readTest(test: string, bundle: TestBundle, project: string): { readonly sources: ReadonlySet<string>; readonly text: string } {
  const sources = sourcesOf(bundle, `dist/tests/${basename(bundle.script(test))}`);
  const own = [...sources].filter((source) => /(^|\/)test\//.test(source) && !source.startsWith('test/support/runner/'));
  return { sources, text: own.map((source) => readFileSync(join(project, source), 'utf8')).join('\n') };
}

/** Whether a test starts a built program or a worker of one: then `dist` has to be fresh. */
export function runsPrograms(test: string, bundle: TestBundle, project: string): boolean {
  const { sources, text } = readTest(test, bundle, project);
  return isAboutEverything(test) || namesPrograms.test(text) || [...sources].some((source) => looksForBuilt.test(source));
}

/**
 * Whether a change reaches a test: by an import, by a program that the test starts, or by a file it names (a page, a fixture, an example).
 * Rather a test too many than one too few.
 */
export function isReached(test: string, changed: readonly string[], bundle: TestBundle, project: string): boolean {
  const { sources, text } = readTest(test, bundle, project);
  if (isAboutEverything(test) || changed.some((file) => sources.has(file))) return true;
  return changed.some((file) =>
    isProgramSource(file)
      ? runsPrograms(test, bundle, project)
      : text.includes(basename(file)) || (dirname(file) !== '.' && text.includes(basename(dirname(file))) && !file.endsWith('.test.ts')),
  );
}
