import { posix } from 'node:path';
import { importsOf, isCode, isGenerated, repositoryFiles } from '../support/repository-files.ts';

/** The packages of this repository that are made of sources, and the folders that hold them. */
export const packageFolders: Readonly<Record<string, string>> = {
  '@slipway/declarations': 'declarations',
  slipway: 'src',
  '@slipway/service': 'service',
  '@slipway/cli': 'cli',
  '@slipway/schema-tools': 'schema-tools',
  '@slipway/rego': 'rego',
  '@slipway/mesh-config': 'mesh-config',
  '@slipway/constructs': 'constructs',
};

/** `@slipway/rego` of `@slipway/rego/builtins`. */
export const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

export interface Import {
  readonly file: string;
  /** As it is written. */
  readonly specifier: string;
  /** The imported file, or the folder of an imported package of this repository. */
  readonly target: string;
}

/** The source files of all packages, without tests and generated ones. */
export const sourceFiles = (): readonly string[] =>
  repositoryFiles().filter(
    (file) =>
      isCode(file) &&
      /^(src\/(?!test\/)|(declarations|service|cli|schema-tools|rego|mesh-config|constructs)\/src\/)/.test(file) &&
      !isGenerated(file),
  );

/** Imports of this repository's own files and packages; of installed packages none. */
export const ownImports = (files: readonly string[]): readonly Import[] =>
  files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      if (specifier.startsWith('.') && !specifier.endsWith('.json'))
        return [{ file, specifier, target: posix.join(posix.dirname(file), specifier) }];
      const folder = packageFolders[packageName(specifier)];
      return folder ? [{ file, specifier, target: folder }] : [];
    }),
  );

/** Circles of files: each strongly connected set of more than one file, sorted. */
export function importCircles(imports: readonly Import[]): readonly (readonly string[])[] {
  const edges = new Map<string, string[]>();
  for (const { file, target } of imports) edges.set(file, [...(edges.get(file) ?? []), target]);
  const order = new Map<string, number>(),
    low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => a[0]!.localeCompare(b[0]!));
}
