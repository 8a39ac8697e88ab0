import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { readJsonFile } from '../parse-json.ts';

export interface AppProject {
  /** A shell command line. */
  readonly app: string;
  /** Absolute path. */
  readonly output: string;
  readonly context: Readonly<Record<string, unknown>>;
}
export interface ProjectOptions {
  readonly app?: string;
  readonly output?: string;
}

/** What to run and where its synthesis goes: from the command line, else from cdktf.json in `folder`. */
export function findProject(options: ProjectOptions, folder: string): AppProject {
  const file = resolve(folder, 'cdktf.json');
  const settings = existsSync(file) ? parseProjectFile(file) : {};
  const text = (name: 'app' | 'output') => {
    const value = settings[name];
    if (value !== undefined && typeof value !== 'string') throw new CliError(`${file}: \`${name}\` must be a string.`);
    return value;
  };
  const app = options.app ?? text('app');
  if (!app)
    throw new CliError(
      existsSync(file)
        ? `${file} does not name an app. Write "app": "npx tsx main.ts", or pass --app.`
        : `There is neither a cdktf.json nor HCL in ${folder}. \`slipway init\` writes an app there; or pass --app 'npx tsx main.ts'.`,
    );
  const context = settings.context ?? {};
  if (typeof context !== 'object' || Array.isArray(context)) throw new CliError(`${file}: \`context\` must be an object.`);
  return { app, output: resolve(folder, options.output ?? text('output') ?? 'cdktf.out'), context: context as AppProject['context'] };
}

function parseProjectFile(file: string): Readonly<Record<string, unknown>> {
  const value = readJsonFile(file);
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CliError(`${file} must hold a JSON object.`);
}
