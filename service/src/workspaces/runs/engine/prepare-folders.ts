import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readOwnFile, writeOwnFile } from '../../../runner/own-files.ts';
import { renderVariablesFile } from './render-variables.ts';
import { listFolders, type RunFolders } from './run-environment.ts';
import type { RunInput } from './run-input.ts';
import { unpackConfiguration } from './unpack-archive.ts';

/** A fault in the uploaded files. The message is shown to the author of the run. */
export class ConfigurationFault extends Error {}

const overrideText = 'terraform {\n  backend "local" {}\n}\n';

export const statePathOf = ({ work }: RunFolders, workspace: string): string =>
  join(work, 'terraform.tfstate.d', workspace, 'terraform.tfstate');
/** Folders with all that a phase needs. */
export interface PreparedFolders extends RunFolders {
  /** The name of the file that takes the place of the `cloud` or `backend` block. */
  readonly override: string;
}

/** The file with the path of the state file, relative to the folder of the run. */
const pointerFile = 'state-path';

/** The state file that a run left in its folder; undefined: there is none. */
export const readLeftState = async (root: string): Promise<Buffer | undefined> => {
  const path = await readFile(join(root, pointerFile), 'utf8').catch(() => undefined);
  return path === undefined ? undefined : readOwnFile(root, path).catch(() => undefined);
};

const overrideName = '~slipway_override.tf';

/**
 * Takes the place of the `cloud` or `backend` block: the service reads and writes the state. The engine reads override files in the order
 * of the bytes of their names. Where an archive has one that comes after `~`, this one gets the last name that a file can have.
 */
const writeOverride = async ({ work }: RunFolders): Promise<string> => {
  const names = (await readdir(work)).filter((name) => /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/.test(name));
  const isLast = names.every((name) => Buffer.compare(Buffer.from(name), Buffer.from('~slipway')) < 0);
  const name = isLast ? overrideName : `${'\u{10ffff}'.repeat(50)}_override.tf`;
  await rm(join(work, name), { recursive: true, force: true });
  await writeFile(join(work, name), overrideText);
  return name;
};

const requireArchive = async ({ run, configuration, archive }: RunInput, { source, work }: RunFolders): Promise<void> => {
  // A destroy run without configuration is possible: what it destroys is in the state.
  if (archive.length > 0) await unpackConfiguration(source, archive);
  else if (configuration?.status !== 'uploaded' || configuration.source !== 'empty')
    throw new ConfigurationFault(`The configuration version ${configuration?.id ?? ''} has no content: it is ${configuration?.status}.`);
  else if (!run.isDestroy)
    throw new ConfigurationFault('The workspace has no configuration: upload a configuration version, and start a run of it.');
  await mkdir(work, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error;
    throw new ConfigurationFault('The working directory of the workspace is no folder of its configuration.');
  });
};

/** Files of an uploaded folder that are removed: its state, backend and selected workspace are not those of the run. */
const foreignState = ['terraform.tfstate', 'terraform.tfstate.d', '.terraform/terraform.tfstate', '.terraform/environment'] as const;

/** Puts the current state where the engine reads and writes it. */
export const placeState = async ({ workspace, state }: RunInput, folders: RunFolders): Promise<void> => {
  if (state) await writeOwnFile(folders.root, relative(folders.root, statePathOf(folders, workspace.name)), state);
};

/**
 * The fresh folders of one phase of a run, with configuration, state, variables and settings. `settings`: the text of the settings of the
 * engine's command line. Throws ConfigurationFault, or a Problem.
 */
export const prepareFolders = async (input: RunInput, root: string, settings: string): Promise<PreparedFolders> => {
  const { workspace, variables, planFiles } = input;
  const folders = listFolders(root, workspace.folder);
  for (const folder of [folders.root, folders.home, folders.temporary, folders.output])
    await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireArchive(input, folders);
  const statePath = statePathOf(folders, workspace.name);
  for (const name of foreignState) await rm(join(folders.work, name), { recursive: true, force: true });
  // The engine takes the name of the workspace for one that exists.
  await mkdir(dirname(statePath), { recursive: true });
  await writeFile(join(root, pointerFile), relative(root, statePath));
  const override = await writeOverride(folders);
  await writeFile(folders.variables, renderVariablesFile(variables), { mode: 0o600 });
  await writeFile(folders.settings, settings, { mode: 0o600 });
  if (planFiles?.lock) await writeFile(join(folders.work, '.terraform.lock.hcl'), planFiles.lock);
  return { ...folders, override };
};
