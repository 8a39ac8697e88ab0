import { execFile } from 'node:child_process';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord } from '@slipway/declarations/record';
import { resolveEngineVersion } from '../../workspaces/engine-version.ts';

export type EngineProgram = 'terraform' | 'tofu';
const programs: readonly EngineProgram[] = ['terraform', 'tofu'];

/** A program that can execute runs. */
export interface InstalledEngine {
  readonly program: EngineProgram;
  /** `1.11.4` */
  readonly version: string;
  readonly file: string;
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Versions of programs on the search path by path and time of change: asking one starts it. */
const askedVersions = new Map<string, Promise<string | undefined>>();

const askVersion = async (file: string): Promise<string | undefined> => {
  const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', CHECKPOINT_DISABLE: '1' };
  const { stdout } = await promisify(execFile)(file, ['version', '-json'], { env: environment, timeout: 20_000 });
  const parsed: unknown = JSON.parse(stdout);
  return isRecord(parsed) && typeof parsed['terraform_version'] === 'string' ? parsed['terraform_version'] : undefined;
};

const findOnPath = async (program: EngineProgram): Promise<readonly InstalledEngine[]> => {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, program);
    if (folder === '' || !(await isExecutable(file))) continue;
    const key = `${file} ${(await stat(file)).mtimeMs}`;
    const asked = askedVersions.get(key) ?? askVersion(file).catch(() => undefined);
    askedVersions.set(key, asked);
    const version = await asked;
    if (version !== undefined) return [{ program, version, file }];
  }
  return [];
};

/** `<folder>/<version>/<program>` */
const findInFolder = async (folder: string, program: EngineProgram): Promise<readonly InstalledEngine[]> => {
  const found: InstalledEngine[] = [];
  for (const version of await readdir(folder).catch(() => [])) {
    const file = join(folder, version, program);
    if (/^\d+\.\d+\.\d+/.test(version) && (await isExecutable(file))) found.push({ program, version, file });
  }
  return found;
};

/** The engines of a folder and of the search path, those of the folder first. */
export const listInstalledEngines = async (folder: string | undefined): Promise<readonly InstalledEngine[]> => {
  const found: InstalledEngine[] = [];
  for (const program of programs) {
    if (folder !== undefined) found.push(...(await findInFolder(folder, program)));
    found.push(...(await findOnPath(program)));
  }
  return found;
};

/** No engine of the required version is installed. The message is shown to the author of the run. */
export class EngineMissing extends Error {}

const describeInstalled = (installed: readonly InstalledEngine[]): string =>
  installed.length === 0
    ? 'None is installed.'
    : `Installed: ${installed.map(({ program, version }) => `${program} ${version}`).join(', ')}.`;

/** The variable of the environment with which a workspace, or one of its variable sets, chooses the program. */
export const programVariable = 'SLIPWAY_ENGINE';

/** The program that the environment of a run chooses; undefined: it chooses none. Throws EngineMissing for another value. */
export const findChosenProgram = (environment: { readonly [name: string]: string }): EngineProgram | undefined => {
  const value = environment[programVariable];
  if (value === undefined) return undefined;
  const program = programs.find((one) => one === value);
  if (program) return program;
  throw new EngineMissing(
    `The environment variable ${programVariable} of this workspace is neither "terraform" nor "tofu". ` +
      'Set it to one of these, or remove it.',
  );
};

export interface EngineChoice {
  /** What the workspace chose: no other program is used. */
  readonly chosen?: EngineProgram | undefined;
  /** What the caller used: another program is used where this one does not have the version. */
  readonly preferred?: EngineProgram | undefined;
}

/** The engine of a version or a constraint. Throws EngineMissing, which names what is missing and what there is. */
export const selectEngine = (
  installed: readonly InstalledEngine[],
  wanted: string,
  { chosen, preferred = 'terraform' }: EngineChoice = {},
): InstalledEngine => {
  for (const program of chosen ? [chosen] : [preferred, ...programs.filter((one) => one !== preferred)]) {
    const own = installed.filter((one) => one.program === program);
    const version = own.length === 0 ? undefined : resolveEngineVersion({ engineVersions: own.map((one) => one.version) }, wanted);
    const found = own.find((one) => one.version === version);
    if (found) return found;
  }
  throw new EngineMissing(
    `No ${chosen ?? 'engine'} ${wanted} is installed where this run is executed. ${describeInstalled(installed)} ` +
      'Choose one of these as the version of the workspace, or ask the operator for this one (--engines-folder, or the search path).',
  );
};
