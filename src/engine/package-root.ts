import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { version } from '@slipway/declarations/version';
import { providerAddress, providerType } from './address.ts';
import { writeExecutableMirror } from './executable-mirror.ts';

/** The folders of the programs in a published package and in a checkout. */
const programFolders = ['bin', 'cli/bin'] as const;
const findProgramFolder = (folder: string): string | undefined =>
  programFolders.map((path) => join(folder, path)).find((path) => existsSync(join(path, 'slipway.cjs')));

/** The folder of the published package or of the checkout, from sources and from bundles alike: the nearest one above with the programs. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!findProgramFolder(folder)) {
    const above = dirname(folder);
    if (above === folder) throw new Error('This program is not where it was installed: bin/slipway.cjs is not above it. Install it again.');
    folder = above;
  }
  return folder;
}

/** The path of a file next to the programs. A single executable contains it, and writes it to `folder`. */
export function programFile(name: string, folder = ''): string {
  if (!isSea()) return join(findProgramFolder(packageRoot())!, name);
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, getAsset(name, 'utf8'), { mode: 0o600 });
  return file;
}

/** The provider that needs Node.js, as one archive: of any platform with a shell (docs/decisions/0082). */
export const pluginArchive = 'dist/provider.zip';
/** In a published package each platform's mirror has the archive, with the same bytes. */
const publishedArchive = `dist/mirror/${providerAddress}/terraform-provider-${providerType}_${version}_linux_amd64.zip`;
/** The bytes of that archive. */
export const readPluginArchive = async (): Promise<Buffer> => {
  if (isSea()) return Buffer.from(getAsset(basename(pluginArchive)));
  const built = join(packageRoot(), pluginArchive);
  return readFile(existsSync(built) ? built : join(packageRoot(), publishedArchive));
};

/** A filesystem mirror that holds the provider: made by build.ts; by a single executable, which is the provider itself, in `folder`. */
export const mirrorFolder = (folder?: string): string =>
  isSea() && folder !== undefined ? writeExecutableMirror(folder) : join(packageRoot(), 'dist', 'mirror');
/**
 * What the provider answers to procedures that have one answer, by their names, each member read when it is asked for. Undefined: they are
 * not stored here.
 */
export const readStoredAnswers = (procedures: readonly string[]): { readonly [procedure: string]: string } | undefined => {
  // Sources may have changed since the build.
  if (isSea() || !dirname(fileURLToPath(import.meta.url)).endsWith(join('dist', 'chunks'))) return undefined;
  const file = join(packageRoot(), 'dist', 'provider', 'provider-answers.json');
  if (!existsSync(file)) return undefined;
  let texts: { readonly [procedure: string]: string } | undefined;
  const get = (procedure: string): string => (texts ??= JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[procedure]!;
  const answers = {};
  for (const procedure of procedures) Object.defineProperty(answers, procedure, { enumerable: true, get: () => get(procedure) });
  return answers;
};

/** The provider's executable and its bundle. */
export const pluginFolder = (): string => join(packageRoot(), 'dist', 'provider');
