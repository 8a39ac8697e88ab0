import { isAbsolute } from 'node:path';
import { type StepResult, type StepContext, makeJobFolder, resolveJobPath, runCommand, toOptionalText } from '../step-context.ts';

/**
 * Checks out into a folder that may contain files, such as a restored cache. The git hooks and settings of the service's user do not
 * apply.
 */
const checkoutScript = `set -e
git init -q .
git remote add origin "$1" 2>/dev/null || git remote set-url origin "$1"
git fetch -q --no-recurse-submodules --tags origin '+refs/heads/*:refs/remotes/origin/*'
if [ -n "$3" ]; then git -c advice.detachedHead=false checkout -q --force -B "$3" "$2"
else git -c advice.detachedHead=false checkout -q --force "$2"; fi
git log -1 --format='%H %s'`;

/** `checkout`: the commit of the pipeline, from the repository on this machine. */
export const runCheckoutStep = async (node: StepContext, given: { readonly [key: string]: unknown }): Promise<StepResult> => {
  const { repository, revision, branch } = node.claimed.pipeline.body.vcs;
  if (repository === undefined || revision === null) {
    await node.log.writeLine(
      'There is nothing to check out: the service has no path of the repository ' +
        'on this machine (set path in a seed file), or nothing is at the branch or tag.',
    );
    return 'failed';
  }
  const folder = resolveJobPath(node, toOptionalText(given['path']) ?? '.');
  await makeJobFolder(node, folder);
  return runCommand(node, {
    argv: ['/bin/sh', '-c', checkoutScript, 'checkout', repository, revision, branch ?? ''],
    folder,
    reads: isAbsolute(repository) ? [repository] : [],
    environment: { GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' },
  });
};
