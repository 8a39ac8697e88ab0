import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseStepDuration } from '../step-duration.ts';
import { jobLimits } from '../job-limits.ts';
import {
  jobProcess,
  makeJobFolder,
  type StepResult,
  type StepContext,
  resolveJobPath,
  runCommand,
  toOptionalText,
} from '../step-context.ts';
import type { Isolation } from '../../../runner/isolation/isolation.ts';
import { writeOwnFile } from '../../../runner/own-files.ts';
import { startProcess } from '../../../runner/start-process.ts';

type StepParameters = { readonly [key: string]: unknown };

// Which shells an image has is known inside.
const defaultShellOfImage = '[ -x /bin/bash ] && exec /bin/bash -eo pipefail "$1"; exec /bin/sh -e "$1"';

/** The shell of the configuration as arguments; the default is bash if it is installed, or else sh. */
const resolveShell = (configured: string | undefined, isolation: Isolation | undefined): readonly string[] =>
  configured?.trim()
    ? configured.trim().split(/\s+/)
    : isolation?.container
      ? ['/bin/sh', '-c', defaultShellOfImage, 'slipway-step']
      : existsSync('/bin/bash')
        ? ['/bin/bash', '-eo', 'pipefail']
        : ['/bin/sh', '-e'];

let scriptCount = 0;

/** `run`: a command in a shell, repeated up to `max_auto_reruns` times on failure, or in the background until the job ends. */
export const runShellStep = async (node: StepContext, given: StepParameters): Promise<StepResult> => {
  const name = `step-${++scriptCount}.sh`;
  const file = join(node.temporary, name);
  await writeOwnFile(node.temporary, name, toOptionalText(given['command']) ?? '');
  const folder = resolveJobPath(node, toOptionalText(given['working_directory']) ?? '.');
  await makeJobFolder(node, folder);
  const environment = Object.fromEntries(
    Object.entries((given['environment'] ?? {}) as StepParameters).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  );
  const words = [...resolveShell(toOptionalText(given['shell']) ?? node.job.shell, node.isolation), file];
  if (given['background'] === true) {
    const running = startProcess(jobProcess(node, { argv: words, folder, environment }), (chunk) => node.log.writeOutput(chunk), true);
    node.background.add(() => {
      running.stop(0);
    });
    return 'success';
  }
  const limit = Math.min(Number(given['max_auto_reruns'] ?? 0) || 0, jobLimits.reruns);
  for (let again = 0; ; again++) {
    const result = await runCommand(node, { argv: words, folder, environment, silence: toOptionalText(given['no_output_timeout']) });
    if (result !== 'failed' || again >= limit || node.signal.aborted) return result;
    await node.log.writeLine(`[it is run again: ${again + 1} of ${limit}]`);
    await delay(parseStepDuration(toOptionalText(given['auto_rerun_delay']) ?? '') ?? 0, undefined, { signal: node.signal }).catch(
      () => undefined,
    );
  }
};
