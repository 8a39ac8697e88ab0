import { archiveCommit } from '../../code-hosts/archive-commit.ts';
import { findRepository } from '../../code-hosts/find-repository.ts';
import { describeGitError, gitTimeout, runGit } from '../../code-hosts/git.ts';
import { readPushedCommit } from '../../code-hosts/read-pushed-commit.ts';
import { Problem } from '../../http/problem.ts';
import type { LookupContext } from '../../http/route.ts';
import { archiveLimits } from '../configuration-versions/tar-reader.ts';
import { validateArchive } from '../configuration-versions/validate-archive.ts';
import type { ModuleSource } from './stored.ts';
import { compareNewestFirst, isModuleVersion } from './versions.ts';

/** Versions that one request or event takes from a repository, the newest first. */
const maxVersions = 20;

/** A version in a repository, with its files; `fault`: why these cannot be a module. */
export type RepositoryVersion = { readonly version: string; readonly revision: string } & (
  | { readonly archive: Buffer }
  | { readonly fault: string }
);
export type RepositoryVersions = { readonly versions: readonly RepositoryVersion[] } | { readonly missing: string };

/** The version of a tag such as `v1.2.0` or `1.2.0` after the prefix; undefined: the tag is not a version. */
const parseTag = (tag: string, prefix: string): string | undefined => {
  const version = tag.startsWith(prefix) ? tag.slice(prefix.length).replace(/^v/, '') : '';
  return isModuleVersion(version) ? version : undefined;
};

/** The versions that tags name, without those that are known. */
const listTaggedVersions = async (
  repository: string,
  prefix: string,
  known: ReadonlySet<string>,
): Promise<readonly { readonly version: string; readonly revision: string }[]> => {
  const format = '%(refname:strip=2)%00%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)';
  const lines = (await runGit(repository, ['for-each-ref', `--format=${format}`, 'refs/tags'], gitTimeout)).split('\n');
  const found = new Map<string, string>();
  for (const line of lines) {
    const [tag = '', revision = ''] = line.split('\0');
    const version = parseTag(tag, prefix);
    if (version !== undefined && !known.has(version) && !found.has(version)) found.set(version, revision);
  }
  return [...found].map(([version, revision]) => ({ version, revision })).sort(compareNewestFirst);
};

/** The folder of the module as git reads it behind a commit; undefined: the path leaves the repository. */
const toFolder = (directory: string | null | undefined): string | undefined => {
  const parts = (directory ?? '').split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : parts.join('/');
};

const readFiles = async (
  repository: string,
  named: { readonly version: string; readonly revision: string },
  directory: string | null | undefined,
): Promise<RepositoryVersion> => {
  const folder = toFolder(directory);
  if (folder === undefined) return { ...named, fault: 'its source-directory leaves the repository' };
  try {
    const archive = await archiveCommit(repository, folder === '' ? named.revision : `${named.revision}:${folder}`, archiveLimits.bytes);
    await validateArchive(archive);
    return { ...named, archive };
  } catch (error) {
    return { ...named, fault: error instanceof Problem ? error.message : describeGitError(error) };
  }
};

const readVersions = async (
  folder: string,
  source: ModuleSource,
  initialVersion: string | undefined,
  known: ReadonlySet<string>,
): Promise<RepositoryVersions> => {
  const repository = await findRepository(folder, source.identifier);
  if (repository === undefined)
    return { missing: `the repository ${source.identifier} is not in the folder of repositories of this service` };
  try {
    const named = await listNamedVersions(repository, source, initialVersion, known);
    const versions: RepositoryVersion[] = [];
    for (const one of named.slice(0, maxVersions)) versions.push(await readFiles(repository, one, source.directory));
    return { versions };
  } catch (error) {
    return { missing: `the repository ${source.identifier} cannot be read: ${describeGitError(error)}` };
  }
};

/** A module of a branch begins with its initial version; tags name the versions of others. */
const listNamedVersions = async (
  repository: string,
  { branch, tagPrefix }: ModuleSource,
  initialVersion: string | undefined,
  known: ReadonlySet<string>,
): Promise<readonly { readonly version: string; readonly revision: string }[]> => {
  if (branch === null) return listTaggedVersions(repository, tagPrefix ?? '', known);
  if (initialVersion === undefined) return [];
  const commit = await readPushedCommit(repository, { ref: { branch } });
  return 'missing' in commit ? [] : [{ version: initialVersion, revision: commit.revision }];
};

/** The versions that a module does not have yet; undefined: the service reads no repositories. */
export const lookUpVersions = (
  ctx: Pick<LookupContext, 'lookUp' | 'settings'>,
  source: ModuleSource,
  initialVersion: string | undefined,
  known: ReadonlySet<string> = new Set(),
): RepositoryVersions | undefined => {
  const { repositoriesFolder: folder } = ctx.settings;
  if (folder === '') return undefined;
  const key = JSON.stringify([source.identifier, source.branch, source.tagPrefix, source.directory, initialVersion, [...known]]);
  return ctx.lookUp(`module versions ${key}`, () => readVersions(folder, source, initialVersion, known));
};
