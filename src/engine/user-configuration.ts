import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '@slipway/declarations/record';
import { EngineError } from './engine-error.ts';
import type { Engine, ProcessEnvironment } from './find-engine.ts';

type EngineName = Engine['name'];

/** The files in which an engine looks for the user's settings, in order, and the folders that may contain more. */
interface Places {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const findPlaces = (environment: ProcessEnvironment, engine: EngineName, platform: NodeJS.Platform): Places => {
  if (platform === 'win32') {
    const folder = environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
    const names = engine === 'tofu' ? ['tofu.rc', 'terraform.rc'] : ['terraform.rc'];
    return { files: names.map((name) => join(folder, name)), folders: [join(folder, 'terraform.d')] };
  }
  const home = environment['HOME'] || homedir();
  const [old, common] = [join(home, '.terraformrc'), join(home, '.terraform.d')];
  if (engine === 'terraform') return { files: [old], folders: [common] };
  const own = environment['XDG_CONFIG_HOME'] ? [join(environment['XDG_CONFIG_HOME'], 'opentofu')] : [];
  return { files: [join(home, '.tofurc'), old, ...own.map((folder) => join(folder, 'tofurc'))], folders: [common, ...own] };
};

/** The members of a file in JSON. */
const parseJson = (file: string): { readonly [name: string]: unknown } => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(value)) return value;
  } catch {
    // The next sentence does not quote the file: it may hold a token.
  }
  throw new EngineError(`${file} is not a JSON object. Correct it, or remove it and log in again.`);
};

/** What a folder adds: files of settings, and the tokens of `terraform login`, which are in a file in JSON. */
const readFolder = (folder: string): { readonly text: string; readonly credentials: { readonly [host: string]: unknown } } => {
  const names = readdirSync(folder).sort();
  const texts = names.filter((name) => name.endsWith('.tfrc')).map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = names.filter((name) => name.endsWith('.tfrc.json')).map((name) => parseJson(join(folder, name))['credentials']);
  return { text: texts.join('\n'), credentials: Object.assign({}, ...found.filter(isRecord)) as { readonly [host: string]: unknown } };
};

const renderCredentials = (credentials: { readonly [host: string]: unknown }): string =>
  Object.entries(credentials)
    .flatMap(([host, value]) => (isRecord(value) && typeof value['token'] === 'string' ? [[host, value['token']] as const] : []))
    .map(([host, token]) => `credentials ${JSON.stringify(host)} {\n  token = ${JSON.stringify(token)}\n}\n`)
    .join('');

/** The text of the user's file with what a folder adds; JSON stays JSON, and takes the credentials. */
const addFolder = (text: string, folder: string): string => {
  const { text: more, credentials } = readFolder(folder);
  if (!/^\s*\{/.test(text)) return [text, more, renderCredentials(credentials)].filter(Boolean).join('\n');
  try {
    const settings = JSON.parse(text) as { readonly credentials?: object };
    return JSON.stringify({ ...settings, credentials: { ...settings.credentials, ...credentials } });
  } catch {
    // The engine reports the fault.
    return text;
  }
};

/**
 * The user's own CLI configuration: the file that `TF_CLI_CONFIG_FILE` names; else that of the engine, with the folder in which
 * `terraform login` keeps tokens, as the engine itself reads both. Empty when there is none.
 */
export function readUserConfiguration(
  environment: ProcessEnvironment,
  engine: EngineName = 'terraform',
  platform: NodeJS.Platform = process.platform,
): string {
  const named = environment['TF_CLI_CONFIG_FILE'] || environment['TERRAFORM_CONFIG'];
  if (named) return existsSync(named) ? readFileSync(named, 'utf8') : '';
  const { files, folders } = findPlaces(environment, engine, platform);
  const [file, folder] = [files, folders].map((all) => all.find((path) => existsSync(path)));
  const text = file === undefined ? '' : readFileSync(file, 'utf8');
  return folder === undefined ? text : addFolder(text, folder);
}
