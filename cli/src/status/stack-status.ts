import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isConfigurationFile } from 'slipway/engine/configuration-files';
import type { Stack } from 'slipway/engine/stacks';
import { isRecord } from '@slipway/declarations/record';
import { findStateAddress } from '../app/stack-environment.ts';
import { readJsonFile } from '../parse-json.ts';

/** Where the state of a stack is: a file, a workspace of a service, or somewhere that only the engine reads. */
export type StatePlace =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'workspace'; readonly address: string | undefined; readonly organization: string | undefined; readonly name: string }
  | { readonly kind: 'other'; readonly backend: string };

/** The state of a stack; `serial` is null for one that was never deployed. */
export interface StackState {
  readonly serial: number | null;
  /** When it was written, as ISO 8601. */
  readonly at: string | null;
  readonly resources: number | null;
}

const readTexts = (folder: string, pattern: (name: string) => boolean): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(pattern)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];

/** The settings of `terraform` in a synthesized stack; in HCL, the name of the backend and the attributes with literal texts. */
const readBackend = (folder: string): { readonly type: string; readonly settings: Readonly<Record<string, unknown>> } => {
  const synthesized = join(folder, 'cdk.tf.json');
  if (existsSync(synthesized)) {
    const { terraform } = readJsonFile(synthesized) as { terraform?: Readonly<Record<string, unknown>> };
    if (isRecord(terraform?.['cloud'])) return { type: 'cloud', settings: terraform['cloud'] };
    const [entry] = isRecord(terraform?.['backend']) ? Object.entries(terraform['backend']) : [];
    return { type: entry?.[0] ?? 'local', settings: isRecord(entry?.[1]) ? entry[1] : {} };
  }
  const text = readTexts(folder, (name) => isConfigurationFile(name) && !name.endsWith('.json')).join('\n');
  const [, named, block] = /\bbackend\s+"(\w+)"\s*\{([^}]*)/.exec(text) ?? [];
  const cloud = /^\s*cloud\s*\{([^]{0,500}?)^\s*\}/m.exec(text)?.[1];
  const literals = Object.fromEntries(
    [...(block ?? cloud ?? '').matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  return { type: named ?? (cloud === undefined ? 'local' : 'cloud'), settings: literals };
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Where the configuration of a folder says that its state is. */
export function findStatePlace(folder: string): StatePlace {
  const { type, settings } = readBackend(folder);
  const http = type === 'http' ? findStateAddress(folder) : undefined;
  const [, organization, name] = /\/organizations\/([^/]+)\/workspaces\/([^/]+)\/state$/.exec(http ?? '') ?? [];
  if (http && organization && name)
    return {
      kind: 'workspace',
      address: new URL(http).origin,
      organization: decodeURIComponent(organization),
      name: decodeURIComponent(name),
    };
  if (type === 'cloud' || type === 'remote') {
    const workspaces = isRecord(settings['workspaces']) ? settings['workspaces'] : settings;
    const workspace = textOf(workspaces['name']);
    const host = textOf(settings['hostname']);
    if (workspace)
      return { kind: 'workspace', address: host && `https://${host}`, organization: textOf(settings['organization']), name: workspace };
  }
  if (type === 'local') return { kind: 'file', file: resolve(folder, textOf(settings['path']) ?? 'terraform.tfstate') };
  return { kind: 'other', backend: type };
}

/** The state in a file of the engine. */
export function readStateFile(file: string): StackState {
  if (!existsSync(file)) return { serial: null, at: null, resources: null };
  const { serial, resources } = readJsonFile(file) as { serial?: unknown; resources?: unknown };
  const managed = Array.isArray(resources) ? resources.filter((one) => isRecord(one) && one['mode'] === 'managed') : [];
  const instances = managed.flatMap((one: { instances?: readonly unknown[] }) => one.instances ?? []);
  return { serial: typeof serial === 'number' ? serial : null, at: statSync(file).mtime.toISOString(), resources: instances.length };
}

/** The places of the states of stacks, in the order of the stacks. */
export const listStatePlaces = (stacks: readonly Stack[]): readonly { readonly stack: Stack; readonly place: StatePlace }[] =>
  stacks.map((stack) => ({ stack, place: findStatePlace(stack.folder) }));
