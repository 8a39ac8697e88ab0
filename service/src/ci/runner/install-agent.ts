import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workerScript } from '@slipway/schema-tools/threads';
import { findOwnProgram, type OwnProgram } from '../../runner/own-program.ts';
import { agentVariable, haltFile, timingsFile } from './agent/agent-files.ts';
import type { TestTimings } from './agent/agent-io.ts';

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const findAgent = (): OwnProgram => findOwnProgram(workerScript(import.meta.url, 'agent/main', 'ci-agent'), agentVariable);

/** Files and folders that the program is made of. */
export const listAgentFiles = (): readonly string[] => findAgent().files;

/** The folder of programs in the temporary folder of a parallel run. It is first in the search path. */
export const programsFolder = (temporary: string): string => join(temporary, 'bin');

/** Puts the programs `circleci` and `circleci-agent` into the search path of a parallel run. */
export async function installAgent(temporary: string, timings: TestTimings | undefined): Promise<void> {
  const [folder, command] = [programsFolder(temporary), findAgent().command];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const launcher = `#!/bin/sh\nexec ${[...command, temporary].map(quote).join(' ')} "$@"\n`;
  for (const name of ['circleci', 'circleci-agent']) await writeFile(join(folder, name), launcher, { mode: 0o700 });
  if (timings) await writeFile(join(temporary, timingsFile), JSON.stringify(timings));
}

/** Whether a step of this parallel run asked that no further one begins. */
export const isHalted = (temporary: string): boolean => existsSync(join(temporary, haltFile));
