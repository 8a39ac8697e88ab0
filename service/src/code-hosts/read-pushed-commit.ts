import { describeGitError, type GitRef, gitTimeout, runGit } from './git.ts';

/** A commit of a repository, and what it changed. */
export interface PushedCommit {
  readonly repository: string;
  readonly revision: string;
  readonly defaultBranch: string;
  readonly author: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly message: string;
  /** Files that differ from the commit before; null: that one is not known. */
  readonly changedFiles: readonly string[] | null;
}

/** Which commit, and what it is compared with. */
export interface CommitRequest {
  /** A full hash, or a branch or tag; absent: the default branch. */
  readonly revision?: string;
  readonly ref?: GitRef;
  /** The commit before a push. */
  readonly before?: string;
  /** The commit of the base branch of a pull request: compared is what the branch changed since it left the base. */
  readonly base?: string;
}

const refName = (ref: GitRef): string => ('branch' in ref ? `refs/heads/${ref.branch}` : `refs/tags/${ref.tag}`);
const hasPattern = (name: string): boolean => /[~^:?*[\\]|\.\.|@\{/.test(name);

const listChangedFiles = async (
  repository: string,
  revision: string,
  { before, base }: CommitRequest,
): Promise<readonly string[] | null> => {
  const range = base === undefined ? (before === undefined ? undefined : [before, revision]) : [`${base}...${revision}`];
  if (!range) return null;
  const words = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--end-of-options', ...range, '--'];
  try {
    return (await runGit(repository, words, gitTimeout)).split('\0').filter((name) => name !== '');
  } catch {
    // After a forced push the previous commit may no longer exist: the changed files are then unknown.
    return null;
  }
};

/** Reads a commit, or returns a sentence that says why it cannot be read. */
export const readPushedCommit = async (
  repository: string,
  request: CommitRequest,
): Promise<PushedCommit | { readonly missing: string }> => {
  const run = (...words: string[]): Promise<string> => runGit(repository, words, gitTimeout);
  try {
    const defaultBranch = (await run('symbolic-ref', '--short', 'HEAD')).trim();
    const name = request.revision ?? refName(request.ref ?? { branch: defaultBranch });
    if (hasPattern(name)) return { missing: `${name} is no name of a branch or tag` };
    const revision = (await run('rev-parse', '--verify', '--end-of-options', `${name}^{commit}`)).trim();
    const shown = await run('show', '--no-patch', '--no-show-signature', '--format=%an%x00%s%x00%B', revision);
    const [author = '', subject = '', message = ''] = shown.split('\0', 3);
    const changedFiles = await listChangedFiles(repository, revision, request);
    return { repository, revision, defaultBranch, author, subject, message: message.trim(), changedFiles };
  } catch (error) {
    return { missing: describeGitError(error) };
  }
};
