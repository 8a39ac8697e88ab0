import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isConfigurationFile } from 'slipway/engine/configuration-files';
import { readStacks, type Stack } from 'slipway/engine/stacks';
import { CliError } from '../cli-error.ts';
import { printError } from '../color/colors.ts';
import { readAnnotations, type Annotation } from './annotations.ts';
import { findProject, type AppProject, type ProjectOptions } from './project.ts';
import { runApp } from './run-app.ts';

export interface SynthOptions extends ProjectOptions {
  /** False: what the last synthesis left is used. */ readonly synth?: boolean;
}
export interface Synthesis {
  readonly project: AppProject;
  readonly stacks: readonly Stack[];
  readonly annotations: readonly Annotation[];
}

/** A folder of HCL is one stack by itself, unless an app is named. */
const findHclStack = (options: SynthOptions, folder: string): Synthesis | undefined => {
  if (options.app !== undefined || options.output !== undefined || existsSync(join(folder, 'cdktf.json'))) return undefined;
  if (!readdirSync(folder).some(isConfigurationFile)) return undefined;
  const stack: Stack = { name: basename(folder), folder, dependsOn: [] };
  return { project: { app: '', output: folder, context: {} }, stacks: [stack], annotations: [] };
};

/** The stacks of the last synthesis, without running the app; undefined: nothing was synthesized, or there is no app here. */
export const findLastStacks = (options: SynthOptions, folder = process.cwd()): readonly Stack[] | undefined => {
  const plain = findHclStack(options, folder);
  if (plain) return plain.stacks;
  try {
    return readStacks(findProject({ app: 'not run', ...options }, folder).output);
  } catch {
    // The status of the service is of interest in any folder.
    return undefined;
  }
};

/** The output folder of the synthesis; undefined for HCL, which has none. */
export const findOutputFolder = (options: SynthOptions, folder = process.cwd()): string | undefined =>
  findHclStack(options, folder) ? undefined : findProject(options, folder).output;

/** Runs the app and reads its output; prints warnings to stderr. */
export async function synthesize(options: SynthOptions, folder = process.cwd()): Promise<Synthesis> {
  const plain = findHclStack(options, folder);
  if (plain) return plain;
  const project = findProject(options, folder);
  if (options.synth !== false) await runApp(project, folder);
  const stacks = readSynthesizedStacks(project.output);
  const annotations = readAnnotations(project.output, stacks);
  for (const { construct, level, message } of annotations) printError(`${level}: ${construct}: ${message}`);
  return { project, stacks, annotations };
}

function readSynthesizedStacks(output: string): readonly Stack[] {
  try {
    return readStacks(output);
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

/** The stacks that were named, in their order of deployment; all of them when none was. */
export function selectStacks(stacks: readonly Stack[], names: readonly string[]): readonly Stack[] {
  const unknown = names.find((name) => !stacks.some((stack) => stack.name === name));
  if (unknown !== undefined) {
    const file = /[./\\]/.test(unknown) ? ', and no saved plan in a file of this name' : '';
    throw new CliError(`There is no stack '${unknown}'${file}. The app has: ${stacks.map(({ name }) => name).join(', ')}`, 2);
  }
  return names.length === 0 ? stacks : stacks.filter(({ name }) => names.includes(name));
}
