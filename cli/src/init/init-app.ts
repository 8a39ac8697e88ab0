import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { writeTextFile } from '../write-text-file.ts';
import { type AppNeeds, exampleFiles, findNeeds } from './example-files.ts';
import { createManifest, isInstalled } from './app-manifest.ts';
import { type ConstructsEngine, hclFiles, type TemplateFile, typescriptFiles } from './template-files.ts';

export interface InitOptions {
  readonly hcl?: boolean;
  readonly cdktn?: boolean;
  readonly template?: string;
  readonly install: boolean;
  /** The folder of the archives of our packages. */
  readonly packages?: string;
}

/** Installs what is missing. Throws a CliError if npm could not: the files are there, but no command works yet. */
const installMissing = (folder: string, names: readonly string[]): void => {
  if (names.every((name) => isInstalled(folder, name))) return;
  const { status, error } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  const reason = error ? ` (${error.message})` : '; see its output above';
  throw new CliError(`The app is written to ${folder}, but npm could not install its packages${reason}. Run \`npm install\` there.`);
};

const writeFiles = (folder: string, files: readonly TemplateFile[]): void => {
  const taken = files.map(({ path }) => path).filter((path) => path !== '.gitignore' && existsSync(join(folder, path)));
  if (taken.length > 0)
    throw new CliError(
      `${folder} already has ${taken.join(', ')}: choose another folder, or remove ${taken.length === 1 ? 'it' : 'them'}.`,
    );
  for (const { path, text } of files) {
    if (existsSync(join(folder, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeTextFile(join(folder, path), text);
  }
};

/** `hasPackages`: whether what the app needs is installed. */
const describeNextSteps = (folder: string, command: string, { seed, variables }: AppNeeds, hasPackages = true): string => {
  const where = relative(process.cwd(), folder);
  const serve = `${command} serve${seed === undefined ? '' : ` --seed ${seed}`}`;
  const pad = (text: string) => text.padEnd(Math.max(serve.length, `${command} serve     `.length));
  return [
    `Wrote an app to ${where || 'this folder'}. What comes next:\n`,
    ...(where ? [`  cd ${where}`] : []),
    ...(hasPackages ? [] : ['  npm install']),
    `  ${pad(serve)} # in a terminal of its own: a service to try it on; it prints a token`,
    `  ${pad(`${command} login`)} # paste the token; or give the address of your own service`,
    `  ${[`${command} deploy`, ...variables.map((name) => `--var ${name}=…`)].join(' ')}`,
  ].join('\n');
};

/** Writes a small app to a folder and installs what it needs. Answers what to do next. Throws a CliError rather than overwrite a file. */
export function initApp(path: string, { hcl, cdktn, template, install, packages }: InitOptions): string {
  const folder = resolve(path);
  if (hcl) {
    writeFiles(folder, hclFiles());
    return describeNextSteps(folder, 'slipway', findNeeds([]));
  }
  const engine: ConstructsEngine = cdktn ? 'cdktn' : 'cdktf';
  const base = typescriptFiles(engine);
  const example = template === undefined ? [] : exampleFiles(template, engine);
  const files = [...base.filter(({ path: name }) => !example.some((one) => one.path === name)), ...example];
  const { needed, text: manifest } = createManifest(folder, engine, packages);
  writeFiles(folder, files);
  writeTextFile(join(folder, 'package.json'), manifest);
  if (install) installMissing(folder, needed);
  return describeNextSteps(
    folder,
    'npx slipway',
    findNeeds(files),
    needed.every((name) => isInstalled(folder, name)),
  );
}
