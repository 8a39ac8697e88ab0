import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, ProcessEnvironment } from 'slipway/engine/find-engine';
import { isRecord } from '@slipway/declarations/record';
import { readJsonFile } from '../parse-json.ts';

/** The inputs with which a folder was initialized. */
export interface Initialization {
  readonly folder: string;
  readonly engine: Engine;
  readonly environment: ProcessEnvironment;
}

const synthesized = 'cdk.tf.json';
/** Variables that change between runs or are secret, and do not affect `init`. */
const withoutEffect = /^TF_(VAR_|TOKEN_|LOG|REATTACH_PROVIDERS$|HTTP_PASSWORD$|IN_AUTOMATION$|INPUT$)/;
const digestFile = (folder: string): string => join(folder, '.terraform', 'slipway.initialized');

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Whether `init` finds or makes something at a service that keeps the state, and may do so again. */
const hasForeignState = ({ cloud, backend = {} }: { readonly [name: string]: unknown }): boolean =>
  cloud !== undefined || !isRecord(backend) || Object.keys(backend).some((type) => type !== 'local' && type !== 'http');

/** The parts of a synthesized stack that `init` reads; undefined: it may have to read other files, too. */
const readRequirements = (folder: string): object | undefined => {
  const files = readdirSync(folder).filter((name) => /\.(tf|tofu)(\.json)?$/.test(name));
  if (files.length !== 1 || files[0] !== synthesized) return undefined;
  const { terraform, provider, module, ...blocks } = readJsonFile(join(folder, synthesized)) as Record<string, unknown>;
  if (module !== undefined || (isRecord(terraform) && hasForeignState(terraform))) return undefined;
  // A type implies its provider if there is no explicit one.
  const types = ['resource', 'data', 'ephemeral', 'list', 'action'].map((kind) =>
    isRecord(blocks[kind]) ? Object.keys(blocks[kind]) : [],
  );
  return { terraform, provider: isRecord(provider) ? Object.keys(provider) : [], types };
};

/** The installed providers, as far down as their programs, with what a link leads to. */
const listProviders = (folder: string): readonly string[] => {
  const root = join(folder, '.terraform', 'providers');
  if (!existsSync(root)) return [];
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return paths.map((path) => `${path} ${statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? 'nothing'}`);
};

/** A digest of all that `init` looks at, and the engine. */
const renderNote = ({ folder, engine, environment }: Initialization): string | undefined => {
  // Unless the provider is attached, the engine must have installed this build of it.
  const requirements = environment['TF_REATTACH_PROVIDERS'] ? readRequirements(folder) : undefined;
  if (!requirements) return undefined;
  const variables = Object.entries(environment).filter(([name]) => name.startsWith('TF_') && !withoutEffect.test(name));
  const state = ['.terraform.lock.hcl', '.terraform/terraform.tfstate'].map((name) => readIfThere(join(folder, name)));
  const parts = [requirements, engine, variables.sort(), state, listProviders(folder)];
  return `${createHash('sha256').update(JSON.stringify(parts)).digest('hex')} ${engine.name} ${engine.version}`;
};

/**
 * Whether `init` would find all that it left here the last time: it takes as long as a plan. Never of a folder with modules or with
 * configuration other than the synthesis.
 */
export const isInitialized = (initialization: Initialization): boolean => {
  const note = renderNote(initialization);
  return note !== undefined && readIfThere(digestFile(initialization.folder)) === note;
};

/** The engine at `path` that the folder is initialized for, if it still has the version that it had then. */
export const findInitializedEngine = (folder: string, path: string, environment: ProcessEnvironment): Engine | undefined => {
  const [, name, version] = readIfThere(digestFile(folder)).split(' ');
  if ((name !== 'terraform' && name !== 'tofu') || version === undefined) return undefined;
  const engine: Engine = { name, path, version };
  return isInitialized({ folder, engine, environment }) ? engine : undefined;
};

/** To be called after `init` has succeeded. */
export const noteInitialized = (initialization: Initialization): void => {
  const note = renderNote(initialization);
  if (note === undefined) return;
  mkdirSync(join(initialization.folder, '.terraform'), { recursive: true });
  writeFileSync(digestFile(initialization.folder), note);
};
