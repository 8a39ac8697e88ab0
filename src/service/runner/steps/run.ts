import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseStepDuration } from '../step-duration.ts';
import { runnerLimits } from '../runner-limits.ts';
import { type StepResult, type StepContext, resolveJobPath, runCommand, toOptionalText } from '../step-context.ts';
import { startProcess } from '../start-process.ts';

type StepParameters = { readonly [key: string]: unknown };

/** The shell that a configuration names, in words; bash where there is one. */
const resolveShell = (said: string | undefined): readonly string[] =>
  said?.trim() ? said.trim().split(/\s+/) : existsSync('/bin/bash') ? ['/bin/bash', '-eo', 'pipefail'] : ['/bin/sh', '-e'];

let scriptCount = 0;

/** `run`: a command in a shell, once more as often as `max_auto_reruns` says, or in the background until the job is over. */
export const runShellStep = async (node: StepContext, given: StepParameters): Promise<StepResult> => {
  const file = join(node.temporary, `step-${++scriptCount}.sh`);
  await writeFile(file, toOptionalText(given['command']) ?? '', { mode: 0o600 });
  const folder = resolveJobPath(node, toOptionalText(given['working_directory']) ?? '.');
  await mkdir(folder, { recursive: true });
  const environment = Object.fromEntries(
    Object.entries((given['environment'] ?? {}) as StepParameters).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  );
  const words = [...resolveShell(toOptionalText(given['shell']) ?? node.job.shell), file];
  if (given['background'] === true) {
    const running = startProcess(
      { argv: words, folder, environment: { ...node.environment, ...environment } },
      (chunk) => node.log.writeOutput(chunk),
      true,
    );
    node.background.add(() => {
      running.stop(0);
    });
    return 'success';
  }
  const most = Math.min(Number(given['max_auto_reruns'] ?? 0) || 0, runnerLimits.reruns);
  for (let again = 0; ; again++) {
    const ended = await runCommand(node, { argv: words, folder, environment, silence: toOptionalText(given['no_output_timeout']) });
    if (ended !== 'failed' || again >= most || node.signal.aborted) return ended;
    await node.log.writeLine(`[it is run again: ${again + 1} of ${most}]`);
    await delay(parseStepDuration(toOptionalText(given['auto_rerun_delay']) ?? '') ?? 0, undefined, { signal: node.signal }).catch(
      () => undefined,
    );
  }
};
