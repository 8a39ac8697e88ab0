import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `build.ts` reads: folders and files of the checkout. */
export const buildInputs = [
  'declarations',
  'src',
  'service',
  'cli',
  'schema-tools',
  'mesh-config',
  'rego',
  'constructs',
  'build',
  'build.ts',
  'package.json',
  'package-lock.json',
] as const;

const isApart = /(^|\/)(dist|test|docs|node_modules)$/;

function below(path: string, isWanted: (path: string, isFolder: boolean) => boolean): readonly string[] {
  if (!existsSync(path) || isApart.test(path)) return [];
  const isFolder = statSync(path).isDirectory();
  const within = isFolder ? readdirSync(path).flatMap((name) => below(join(path, name), isWanted)) : [];
  return isWanted(path, isFolder) ? [path, ...within] : within;
}

const select = (project: string, isWanted: (path: string, isFolder: boolean) => boolean): readonly string[] =>
  buildInputs.flatMap((name) => below(join(project, name), isWanted));

/** The files that a build of the checkout `project` depends on, without outputs, tests and pages. */
export const buildInputFiles = (project: string): readonly string[] => select(project, (_, isFolder) => !isFolder);

/** The folders that hold them: each is watched by itself, so that outputs beside them are not. */
export const buildInputFolders = (project: string): readonly string[] => select(project, (_, isFolder) => isFolder);
