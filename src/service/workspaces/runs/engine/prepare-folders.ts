import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { renderVariablesFile } from './render-variables.ts';
import { listFolders, type RunFolders } from './run-environment.ts';
import type { RunInput } from './run-input.ts';
import { unpackConfiguration } from './unpack-archive.ts';

/** Said to whoever started the run: the fault is in what was uploaded. */
export class ConfigurationFault extends Error {}

/**
 * Takes the place of the `cloud` or `backend` block: the service reads and writes the state. The engine reads override files in the
 * order of their names, and `~` comes last.
 */
export const overrideFile = '~slipway_override.tf';
const overrideText = 'terraform {\n  backend "local" {}\n}\n';

export const statePathOf = ({ work }: RunFolders, workspace: string): string =>
  join(work, 'terraform.tfstate.d', workspace, 'terraform.tfstate');
/** Where the path of the state file stands, relative to the folder of the run. */
const pointerFile = 'state-path';

/** The state file that a run left in its folder; undefined: there is none. */
export const readLeftState = async (root: string): Promise<Buffer | undefined> => {
  const path = await readFile(join(root, pointerFile), 'utf8').catch(() => undefined);
  return path === undefined ? undefined : readFile(join(root, path)).catch(() => undefined);
};

const requireArchive = async ({ run, configuration, archive }: RunInput, { source, work }: RunFolders): Promise<void> => {
  // What is destroyed is in the state.
  if (archive.length > 0) await unpackConfiguration(source, archive);
  else if (configuration?.status !== 'uploaded' || configuration.source !== 'empty')
    throw new ConfigurationFault(`The configuration version ${configuration?.id ?? ''} has no content: it is ${configuration?.status}.`);
  else if (!run.isDestroy)
    throw new ConfigurationFault('The workspace has no configuration: upload a configuration version, and start a run of it.');
  await mkdir(work, { recursive: true });
};

/** Puts the current state where the engine reads and writes it. */
export const placeState = async ({ workspace, state }: RunInput, folders: RunFolders): Promise<void> => {
  if (state) await writeFile(statePathOf(folders, workspace.name), state);
};

/**
 * The fresh folders of one phase of a run, with configuration, state, variables and settings. `settings`: the text of the settings of the
 * engine's command line. Throws ConfigurationFault, or a Problem.
 */
export const prepareFolders = async (input: RunInput, root: string, settings: string): Promise<RunFolders> => {
  const { workspace, variables, planFiles } = input;
  const folders = listFolders(root, workspace.folder);
  for (const folder of [folders.root, folders.home, folders.temporary]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireArchive(input, folders);
  const statePath = statePathOf(folders, workspace.name);
  // A state of the uploaded folder is not that of the workspace.
  for (const name of ['terraform.tfstate', 'terraform.tfstate.d']) await rm(join(folders.work, name), { recursive: true, force: true });
  // The engine takes the name of the workspace for one that exists.
  await mkdir(dirname(statePath), { recursive: true });
  await writeFile(join(root, pointerFile), relative(root, statePath));
  await writeFile(join(folders.work, overrideFile), overrideText);
  await writeFile(join(root, 'variables.tfvars'), renderVariablesFile(variables), { mode: 0o600 });
  await writeFile(folders.settings, settings, { mode: 0o600 });
  if (planFiles?.lock) await writeFile(join(folders.work, '.terraform.lock.hcl'), planFiles.lock);
  return folders;
};
