import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { duration } from '../duration.ts';
import { limits } from '../limits.ts';
import { type Ended, type Node, placeIn, run, text } from '../node.ts';
import { start } from '../process.ts';

type Given = { readonly [key: string]: unknown };

/** The shell that a configuration names, in words; bash where there is one. */
const shellOf = (said: string | undefined): readonly string[] =>
  (said?.trim() ? said.trim().split(/\s+/) : existsSync('/bin/bash') ? ['/bin/bash', '-eo', 'pipefail'] : ['/bin/sh', '-e']);

let scripts = 0;

/** `run`: a command in a shell, once more as often as `max_auto_reruns` says, or in the background until the job is over. */
export const runStep = async (node: Node, given: Given): Promise<Ended> => {
  const file = join(node.temporary, `step-${++scripts}.sh`);
  await writeFile(file, text(given['command']) ?? '', { mode: 0o600 });
  const folder = placeIn(node, text(given['working_directory']) ?? '.');
  await mkdir(folder, { recursive: true });
  const environment = Object.fromEntries(Object.entries((given['environment'] ?? {}) as Given).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
  const words = [...shellOf(text(given['shell']) ?? node.job.shell), file];
  if (given['background'] === true) {
    const running = start({ words, folder, environment: { ...node.environment, ...environment } }, (chunk) => node.log.hear(chunk), true);
    node.background.add(() => { running.stop(0); });
    return 'success';
  }
  const most = Math.min(Number(given['max_auto_reruns'] ?? 0) || 0, limits.reruns);
  for (let again = 0; ; again++) {
    const ended = await run(node, { words, folder, environment, silence: text(given['no_output_timeout']) });
    if (ended !== 'failed' || again >= most || node.signal.aborted) return ended;
    await node.log.say(`[it is run again: ${again + 1} of ${most}]`);
    await pause(duration(text(given['auto_rerun_delay']) ?? '') ?? 0, undefined, { signal: node.signal }).catch(() => undefined);
  }
};
