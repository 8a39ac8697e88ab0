import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import type { ExternalLookup } from '../http/external-lookup.ts';

/** The service's environment without variables that would make git use another repository, an editor or a prompt. */
const gitEnvironment = (repository: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  // A folder that is no repository is not taken for a part of the one around it.
  GIT_CEILING_DIRECTORIES: dirname(resolve(repository)),
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
});
/** Time limit of one git command, in milliseconds. */
export const gitTimeout = 5000;
/** Limit of what git prints, in bytes. */
const maxOutput = 8 * 1024 * 1024;

class GitTimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`git did not answer within ${milliseconds / 1000} seconds`);
  }
}

interface GitOptions {
  readonly milliseconds: number;
  /** Limit of the output, in bytes. */
  readonly maxBytes?: number;
  readonly environment?: { readonly [name: string]: string };
}

/**
 * Runs git and returns the bytes that it prints. A process that exceeds the time limit is killed and not awaited: a child of it may hold
 * its output open.
 */
export const readGitOutput = (
  repository: string,
  words: readonly string[],
  { milliseconds, maxBytes = maxOutput, environment = {} }: GitOptions,
): Promise<Buffer> =>
  new Promise((done, fail) => {
    const child = execFile(
      'git',
      ['-C', repository, ...words],
      { env: { ...gitEnvironment(repository), ...environment }, encoding: 'buffer', maxBuffer: maxBytes, windowsHide: true },
      (error, stdout, stderr) => {
        clearTimeout(timer);
        if (error) fail(Object.assign(error, { stderr: stderr.toString('utf8') }));
        else done(stdout);
      },
    );
    child.stdin?.end();
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      fail(new GitTimeoutError(milliseconds));
    }, milliseconds);
  });

/** Runs git and returns the text that it prints. */
export const runGit = async (repository: string, words: readonly string[], milliseconds: number): Promise<string> =>
  (await readGitOutput(repository, words, { milliseconds })).toString('utf8');

export interface GitCommit {
  readonly revision: string;
  readonly subject: string;
  readonly body: string;
}
export type GitRef = { readonly branch: string } | { readonly tag: string };
export const describeRef = (ref: GitRef): string => ('branch' in ref ? `the branch ${ref.branch}` : `the tag ${ref.tag}`);

/** A sentence about the failure of a git command, in one line. */
export const describeGitError = (error: unknown): string => {
  if (error instanceof GitTimeoutError) return error.message;
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'git printed more than the limit';
  return code === 'ENOENT' ? 'git is not installed' : (stderr ?? '').trim().split('\n')[0] || 'git printed no error';
};

export type CommitLookup = GitCommit | { readonly missing: string };
const findCommit = async (repository: string, name: string, words: string, milliseconds: number): Promise<CommitLookup> => {
  try {
    const revision = (await runGit(repository, ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], milliseconds))
      .trim()
      .split('\n')
      .at(-1)!;
    const [subject = '', body = ''] = (
      await runGit(repository, ['show', '--no-patch', '--no-show-signature', '--format=%s%x00%b', revision], milliseconds)
    ).split('\0', 2);
    return { revision, subject, body: body.trim() };
  } catch (error) {
    return { missing: `${words} cannot be read: ${describeGitError(error)}` };
  }
};

/**
 * The commit of a branch or tag of a repository on this machine, or a sentence that says why there is none. It is looked up outside of the
 * transaction, so that retries see the same commit.
 */
export const readCommit = (lookUp: ExternalLookup, repository: string, ref: GitRef, milliseconds = gitTimeout): CommitLookup => {
  const text = 'branch' in ref ? ref.branch : ref.tag;
  // Characters with which git would read another revision than the one of the name, or a pattern.
  if (/[~^:?*[\\]|\.\.|@\{/.test(text)) return { missing: `${describeRef(ref)} cannot be read: this is no name of a branch or tag` };
  const name = 'branch' in ref ? `refs/heads/${text}` : `refs/tags/${text}`;
  return lookUp(`git ${repository} ${name}`, () => findCommit(repository, name, describeRef(ref), milliseconds));
};

/** A file at a commit, or in a sentence why it cannot be read. `revision` is one that `commitAt` gave. */
export const readGitFile = async (
  repository: string,
  revision: string,
  file: string,
  milliseconds = gitTimeout,
): Promise<{ readonly text: string } | { readonly missing: string }> => {
  try {
    return { text: await runGit(repository, ['show', `${revision}:${file}`], milliseconds) };
  } catch (error) {
    return { missing: `${file} cannot be read at ${revision}: ${describeGitError(error)}` };
  }
};
