import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { workspaceFolders } from './workspaces.ts';

/** Tests stand in `test`, and in the `test` folder of each package. */
const testFolders = (root: string): readonly string[] => ['test', ...workspaceFolders(root).map((folder) => `${folder}/test`)];

/**
 * Test files below `root`, as relative paths, sorted; with filters, those whose path contains one of them, or is one of them: the
 * whole path of a file selects no other file that ends with it.
 * Folders named `fixtures` hold files that tests run, not tests.
 */
export function findTests(root: string, filters: readonly string[]): readonly string[] {
  const files = testFolders(root)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    );
  const tests = files.filter((file) => !/(^|\/)(fixtures|node_modules)\//.test(file));
  const parts = filters.map((filter) => filter.replace(/^\.\//, ''));
  return tests
    .filter((file) => parts.length === 0 || parts.some((part) => (tests.includes(part) ? file === part : file.includes(part))))
    .sort();
}

/** A file that needs longer than the rest says so in a line of its own: `// watchdog: 300 s`. Undefined: it does not. */
export function declaredSeconds(file: string): number | undefined {
  const declared = /^\/\/ watchdog: (\d+) s$/m.exec(readFileSync(file, 'utf8'));
  return declared ? Number(declared[1]) : undefined;
}
