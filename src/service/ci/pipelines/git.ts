import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { limits } from '../configuration/index.ts';

/** What git must not be told by whoever started the service: another repository, an editor, a prompt. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C',
});
const options = () => ({ env: environment(), encoding: 'utf8' as const, timeout: 10_000, maxBuffer: 8 * limits.text, windowsHide: true });
const run = promisify(execFile);

export interface Commit { readonly revision: string; readonly subject: string; readonly body: string }
export type Ref = { readonly branch: string } | { readonly tag: string };
export const refWords = (ref: Ref): string => ('branch' in ref ? `the branch ${ref.branch}` : `the tag ${ref.tag}`);

const why = (error: unknown): string => {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
  return code === 'ENOENT' ? 'git is not there to be run' : (stderr ?? '').trim().split('\n')[0] || 'git told nothing';
};

/**
 * The commit that a branch or tag of a repository on this machine is at, or in a sentence why there is none. Not a promise:
 * a unit of work awaits nothing but its store.
 */
export const commitAt = (repository: string, ref: Ref): Commit | { readonly missing: string } => {
  const text = 'branch' in ref ? ref.branch : ref.tag;
  // What git would read as another commit than the one at the name, or as a pattern.
  if (/[~^:?*[\\]|\.\.|@\{/.test(text)) return { missing: `${refWords(ref)} cannot be read: this is no name of a branch or tag` };
  const name = 'branch' in ref ? `refs/heads/${text}` : `refs/tags/${text}`;
  const git = (...words: readonly string[]): string => execFileSync('git', ['-C', repository, ...words], { ...options(), stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const revision = git('rev-parse', '--verify', '--end-of-options', `${name}^{commit}`).trim().split('\n').at(-1)!;
    const [subject = '', body = ''] = git('show', '--no-patch', '--no-show-signature', '--format=%s%x00%b', revision).split('\0', 2);
    return { revision, subject, body: body.trim() };
  } catch (error) { return { missing: `${refWords(ref)} cannot be read: ${why(error)}` }; }
};

/** A file at a commit, or in a sentence why it cannot be read. `revision` is one that `commitAt` gave. */
export const fileAt = async (repository: string, revision: string, file: string): Promise<{ readonly text: string } | { readonly missing: string }> => {
  try { return { text: (await run('git', ['-C', repository, 'show', `${revision}:${file}`], options())).stdout }; } catch (error) {
    return { missing: `${file} cannot be read at ${revision}: ${why(error)}` };
  }
};
