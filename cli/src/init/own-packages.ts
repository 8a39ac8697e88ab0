/** Where an app gets the packages of Slipway: never a name that the public registry of npm does not have (docs/decisions/0165). */
import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { packageRoot } from 'slipway/engine/package-root';
import { version } from '@slipway/declarations/version';
import { CliError } from '../cli-error.ts';
import { readJsonFile } from '../parse-json.ts';

type Dependencies = Readonly<Record<string, string>>;

const names = ['cli', 'constructs'] as const;
const archiveName = (name: (typeof names)[number]): string => `slipway-${name}-${version}.tgz`;

/** The folder of the archive that a dependency names; undefined: it names none. */
const archiveFolder = (base: string, dependency: string | undefined): string | undefined => {
  const [, path] = /^file:(.*\.tgz)$/.exec(dependency ?? '') ?? [];
  return path === undefined ? undefined : dirname(resolve(base, path));
};

/**
 * What npm installed this command line from: `file:` and the path of an archive, or a registry, whose address npm can be configured to
 * leave out. Undefined: npm keeps no record of it.
 */
const installedFrom = (root: string): { readonly base: string; readonly from: string } | undefined => {
  const base = resolve(root, '../../..');
  const record = join(base, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return undefined;
  const { packages } = readJsonFile(record) as {
    readonly packages?: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
  };
  const entry = packages?.['node_modules/@slipway/cli'];
  return entry === undefined || entry.link ? undefined : { base, from: entry.resolved ?? 'https:' };
};

const hasArchives = (folder: string): boolean => names.every((name) => existsSync(join(folder, archiveName(name))));

const requireArchives = (folder: string, described: string): string => {
  if (hasArchives(folder)) return folder;
  const missing = names.map(archiveName).filter((file) => !existsSync(join(folder, file)));
  throw new CliError(`${described} has no ${missing.join(' and no ')}. \`npm run packages\` in a checkout of Slipway writes both.`, 2);
};

/** The folder of the archives, or `registry`: where npm got this command line from. Throws a CliError if nothing says it. */
const findSource = (folder: string, present: Dependencies, named: string | undefined): string => {
  if (named !== undefined) return requireArchives(resolve(named), resolve(named));
  for (const name of names) {
    const beside = archiveFolder(folder, present[`@slipway/${name}`]);
    if (beside !== undefined) return requireArchives(beside, beside);
  }
  const root = isSea() ? undefined : packageRoot();
  const installed = root === undefined ? undefined : installedFrom(root);
  if (installed && /^https?:/.test(installed.from)) return 'registry';
  const beside = installed && archiveFolder(installed.base, installed.from);
  if (beside !== undefined) return requireArchives(beside, beside);
  if (root !== undefined && hasArchives(join(root, 'dist', 'packages'))) return join(root, 'dist', 'packages');
  throw new CliError(
    'The packages of Slipway are on no public registry, and nothing says where their archives are. Pass --packages with the folder of ' +
      `${names.map(archiveName).join(' and ')}; \`npm run packages\` in a checkout writes them to dist/packages. --hcl needs no packages.`,
    2,
  );
};

/** A path as package.json has it, relative to its folder. */
const toFileDependency = (folder: string, archive: string): string => {
  const path = relative(folder, archive).split(sep).join('/');
  return `file:${path.startsWith('.') ? path : `./${path}`}`;
};

/**
 * The dependencies of an app in `folder` on our packages: paths of archives, or versions if npm got this command line from a registry.
 * `present`: what its package.json has; `named`: the folder that `--packages` names.
 */
export const findOwnPackages = (folder: string, present: Dependencies, named: string | undefined): Dependencies => {
  const source = findSource(folder, present, named);
  return Object.fromEntries(
    names.map((name) => [`@slipway/${name}`, source === 'registry' ? version : toFileDependency(folder, join(source, archiveName(name)))]),
  );
};
