import { archiveCommit } from '../../code-hosts/archive-commit.ts';
import { findRepository } from '../../code-hosts/find-repository.ts';
import { describeGitError } from '../../code-hosts/git.ts';
import { type CommitRequest, type PushedCommit, readPushedCommit } from '../../code-hosts/read-pushed-commit.ts';
import { Problem } from '../../http/problem.ts';
import { archiveLimits } from '../configuration-versions/tar-reader.ts';
import { validateArchive } from '../configuration-versions/validate-archive.ts';

/** A commit that a workspace takes, with its files; `fault`: why these cannot be a configuration. */
export type Ingress = { readonly commit: PushedCommit } & ({ readonly archive: Buffer } | { readonly fault: string });
/** Why a commit is not used: it does not exist, or the settings of the workspace exclude it. */
export type IngressRefusal = { readonly missing: string } | { readonly ignored: string };

interface IngressRequest extends CommitRequest {
  readonly identifier: string;
  /** Why a commit is not wanted; undefined: its files are read. */
  judge(commit: PushedCommit): Promise<string | undefined>;
}

const readFiles = async (commit: PushedCommit): Promise<Ingress> => {
  try {
    const archive = await archiveCommit(commit.repository, commit.revision, archiveLimits.bytes);
    await validateArchive(archive);
    return { commit, archive };
  } catch (error) {
    return { commit, fault: error instanceof Problem ? error.message : describeGitError(error) };
  }
};

/** Reads a commit from the operator's folder of repositories: to be looked up outside of a transaction. */
export const readIngress = async (folder: string, { identifier, judge, ...request }: IngressRequest): Promise<Ingress | IngressRefusal> => {
  const repository = await findRepository(folder, identifier);
  if (repository === undefined) return { missing: `the repository ${identifier} is not in the folder of repositories of this service` };
  const commit = await readPushedCommit(repository, request);
  if ('missing' in commit) return { missing: `the repository ${identifier} cannot be read: ${commit.missing}` };
  const ignored = await judge(commit);
  return ignored === undefined ? readFiles(commit) : { ignored };
};
