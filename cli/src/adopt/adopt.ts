import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Resource } from '@slipway/declarations/declare';
import { makeProvider } from 'slipway/provider/provider';
import { readSection } from 'slipway/provider/provider-section';
import { version } from '@slipway/declarations/version';
import { CliError } from '../cli-error.ts';
import { writeTextFile } from '../write-text-file.ts';
import { loginEnvironment } from '../login/login-environment.ts';
import { printTarget } from '../login/print-target.ts';
import { isAddressOfLogin, resolveConnection, type ServiceConnection } from '../login/resolve-connection.ts';
import { createManifest } from '../init/app-manifest.ts';
import type { TemplateFile } from '../init/template-files.ts';
import { readEstate, throwOnErrors } from './estate.ts';
import { type FilePlan, planFiles } from './plan-files.ts';
import { renderHcl } from './render-hcl.ts';
import { renderTypescript } from './render-typescript.ts';
import { writeObject } from './written-object.ts';

export interface AdoptOptions {
  readonly hcl?: boolean;
  readonly address?: string;
  readonly organization?: string;
  readonly dialect?: 'neutral' | 'hosted';
  /** ID or slug of an organization of the CI service. */
  readonly ciOrganization?: string;
  /** Slugs of projects of the CI service. */
  readonly ciProject?: readonly string[];
  /** The folder of the archives of our packages, for an app in TypeScript. */
  readonly packages?: string;
}

type Environment = NodeJS.ProcessEnv;

const writeFiles = (folder: string, files: readonly TemplateFile[]): void => {
  const taken = files.map(({ path }) => path).filter((path) => path !== '.gitignore' && existsSync(join(folder, path)));
  if (taken.length > 0) throw new CliError(`${folder} already has ${taken.join(', ')}: choose another folder.`);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) if (!existsSync(join(folder, path))) writeTextFile(join(folder, path), text);
};

const describeNextSteps = (folder: string, hcl: boolean): readonly string[] => {
  const where = relative(process.cwd(), folder);
  const plan = hcl ? ['  slipway plan'] : ['  npm install', '  npx slipway plan'];
  return ['\nWhat comes next:\n', ...(where ? [`  cd ${where}`] : []), ...plan];
};

const describeAdoption = (folder: string, { objects, variables }: FilePlan, hcl: boolean): string =>
  [
    `Wrote ${objects.length} objects to ${relative(process.cwd(), folder) || 'this folder'}.`,
    'The first plan imports them and changes nothing.',
    ...(variables.length === 0
      ? []
      : [
          '\nNo response of the service contains these values. Each is a variable, null by default: the service keeps what it has. Set one',
          '(TF_VAR_…) where the value is to be declared from now on:\n',
          ...variables.map(({ name, description }) => `  ${name}  ${description}`),
        ]),
    '\nTokens of teams and agents are not adopted: they cannot be read again.',
    ...describeNextSteps(folder, hcl),
  ].join('\n');

const configureProvider = async (
  connection: ServiceConnection | undefined,
  ciOrganization: string | undefined,
  environment: Environment,
) => {
  const provider = makeProvider({ version, environment, log: () => {} });
  const unset = { address: null, token: null, organization: null, dialect: null };
  const workspaces = connection ? { ...connection, organization: connection.organization ?? null } : unset;
  throwOnErrors(await provider.configure({ workspaces, ci: { ...unset, organization: ciOrganization ?? null } }, { version: 'cli' }));
  return provider;
};

const printCiTarget = (organization: string, environment: Environment): void => {
  const { address, token } = readSection('ci', { ci: {} }, environment);
  if (address) printTarget({ address, organization, token }, environment);
};

/**
 * Reads an organization and writes a configuration that declares it, with import blocks. Answers what to do next. Throws a CliError rather
 * than overwrite a file.
 */
export async function adoptOrganization(path: string, options: AdoptOptions, environment: Environment = process.env): Promise<string> {
  const folder = resolve(path);
  // The token of the login goes to no other address.
  const isLogin = options.address === undefined || isAddressOfLogin(options.address, environment);
  const settings = isLogin ? loginEnvironment(environment) : environment;
  const organizations = {
    workspaces: options.organization ?? settings['SLIPWAY_WORKSPACES_ORGANIZATION'] ?? settings['TFE_ORGANIZATION'] ?? null,
    ci: options.ciOrganization ?? settings['SLIPWAY_CI_ORGANIZATION'] ?? null,
  };
  const services = (['workspaces', 'ci'] as const).filter((service): service is Resource['service'] => organizations[service] !== null);
  if (services.length === 0) throw new CliError('Name an organization: --organization for workspaces, --ci-organization for CI.', 2);
  // Before anything is read: where the packages of the app are is not for the service to say.
  const manifest = options.hcl ? undefined : createManifest(folder, 'cdktf', options.packages).text;
  const connection = services.includes('workspaces') ? resolveConnection(options, settings) : undefined;
  if (connection) printTarget(connection, environment);
  if (organizations.ci !== null) printCiTarget(organizations.ci, settings);
  const provider = await configureProvider(connection, options.ciOrganization, settings);
  const estate = await readEstate(provider, { ciProjects: options.ciProject ?? [], services });
  const plan = planFiles(estate.map((object) => writeObject(object, [organizations.workspaces, organizations.ci])));
  const name = organizations.workspaces ?? basename(folder);
  if (manifest === undefined) writeFiles(folder, renderHcl(plan, organizations));
  else {
    writeFiles(folder, renderTypescript(plan, organizations, name));
    writeTextFile(join(folder, 'package.json'), manifest);
  }
  return describeAdoption(folder, plan, options.hcl === true);
}
