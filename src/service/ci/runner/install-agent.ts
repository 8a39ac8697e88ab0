import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerScript } from '@slipway/schema-tools/threads';
import { agentVariable, haltFile, timingsFile } from './agent/agent-files.ts';
import type { TestTimings } from './agent/agent-io.ts';

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** What runs the program. A single executable is that program where this variable says so. */
function agentCommand(): readonly string[] {
  const script = workerScript(import.meta.url, 'agent/main', 'ci-agent');
  if (script.protocol !== 'file:') return ['env', `${agentVariable}=1`, process.execPath];
  const file = fileURLToPath(script);
  // A TypeScript source runs by the loader that runs this process.
  const loaders = process.execArgv.filter(
    (word, at, all) => /^--(import|require)\b/.test(word) || /^--(import|require)$/.test(all[at - 1] ?? ''),
  );
  return [process.execPath, ...(file.endsWith('.ts') ? loaders : []), file];
}

/** Files and folders that the program is made of. */
export const listAgentFiles = (): readonly string[] => {
  const script = workerScript(import.meta.url, 'agent/main', 'ci-agent');
  if (script.protocol !== 'file:') return [process.execPath];
  const file = fileURLToPath(script);
  // Of a TypeScript source all that it may import, and its loader.
  return [process.execPath, file.endsWith('.ts') ? join(dirname(file), '../../../../..') : dirname(file)];
};

/** The folder of programs in the temporary folder of a parallel run. It stands first in the search path. */
export const programsFolder = (temporary: string): string => join(temporary, 'bin');

/** Puts the programs `circleci` and `circleci-agent` into the search path of a parallel run. */
export async function installAgent(temporary: string, timings: TestTimings | undefined): Promise<void> {
  const [folder, command] = [programsFolder(temporary), agentCommand()];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const launcher = `#!/bin/sh\nexec ${[...command, temporary].map(quote).join(' ')} "$@"\n`;
  for (const name of ['circleci', 'circleci-agent']) await writeFile(join(folder, name), launcher, { mode: 0o700 });
  if (timings) await writeFile(join(temporary, timingsFile), JSON.stringify(timings));
}

/** Whether a step of this parallel run asked that no further one begins. */
export const isHalted = (temporary: string): boolean => existsSync(join(temporary, haltFile));
