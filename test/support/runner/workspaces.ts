import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folders of a checkout's npm workspaces, relative to it; none for a tree without a manifest. */
export const workspaceFolders = (project: string): readonly string[] =>
  existsSync(join(project, 'package.json')) ? (manifestOf(project).workspaces ?? []) : [];

/** The target of a subpath in an `exports` map; a key may have one `*`. */
function exportTarget(exports: Readonly<Record<string, unknown>>, subpath: string): unknown {
  if (subpath in exports) return exports[subpath];
  for (const [key, target] of Object.entries(exports)) {
    const [start, end] = key.split('*') as [string, string | undefined];
    if (end === undefined || typeof target !== 'string' || !subpath.startsWith(start) || !subpath.endsWith(end)) continue;
    return target.replace('*', subpath.slice(start.length, subpath.length - end.length));
  }
  return undefined;
}

/** The TypeScript file that a workspace of `project` exports under a specifier; undefined: none, or JavaScript. */
export function exportedSource(project: string, specifier: string): string | undefined {
  const [, name, path = ''] = /^(@[^/]+\/[^/]+|[^@/][^/]*)(\/.+)?$/.exec(specifier) ?? [];
  const folder = workspaceFolders(project).find((one) => manifestOf(join(project, one)).name === name);
  if (folder === undefined) return undefined;
  const target = exportTarget(manifestOf(join(project, folder)).exports ?? {}, `.${path}`);
  return typeof target === 'string' && target.endsWith('.ts') ? join(project, folder, target) : undefined;
}
