import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { gitTimeout, readGitOutput, runGit } from './git.ts';

const compress = promisify(gzip);

/** A folder that git takes for a repository without settings, whose commits are those of another one. */
const createView = async (folder: string): Promise<void> => {
  await Promise.all(['refs', 'objects', 'info'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  // Files that a repository excludes from releases (export-ignore) still belong to its configuration.
  await writeFile(join(folder, 'info', 'attributes'), '* -export-ignore -export-subst\n');
};

/**
 * All files of a commit as a gzipped tar archive; submodules are empty folders. The repository's settings do not apply, so none of them
 * starts a program. Rejects where git fails, and for more than `maxBytes` before the compression.
 */
export const archiveCommit = async (repository: string, revision: string, maxBytes: number): Promise<Buffer> => {
  const milliseconds = 12 * gitTimeout;
  const objects = await runGit(repository, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'], milliseconds);
  const view = await mkdtemp(join(tmpdir(), 'slipway-commit-'));
  try {
    await createView(view);
    const environment = { GIT_DIR: view, GIT_OBJECT_DIRECTORY: objects.trimEnd() };
    const tar = await readGitOutput(view, ['archive', '--format=tar', revision], { milliseconds, maxBytes, environment });
    return await compress(tar);
  } finally {
    await rm(view, { recursive: true, force: true });
  }
};
