import { isObject } from '../resources/document-node.ts';

/** The release of the public project whose resources are validated and analyzed. */
const supportedRelease = '1.5';
const newerKinds: ReadonlySet<string> = new Set([
  'networking.istio.io WorkloadEntry',
  'networking.istio.io WorkloadGroup',
  'networking.istio.io ProxyConfig',
  'telemetry.istio.io Telemetry',
  'extensions.istio.io WasmPlugin',
]);
/** Every kind of the Gateway API is newer. */
const gatewayApi = 'gateway.networking.k8s.io';
const groupOf = (apiVersion: string): string => apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
/** Whether a kind of the mesh is newer than the supported release, so that nothing is known about its content. */
export const isNewerKind = (apiVersion: string, kind: string): boolean =>
  groupOf(apiVersion) === gatewayApi || newerKinds.has(`${groupOf(apiVersion)} ${kind}`);

/** Fields of EnvoyFilter that later releases added; `*` is each item of a list. */
const newerFilterFields: readonly string[] = [
  'spec/priority',
  'spec/targetRefs',
  'spec/configPatches/*/match/waypoint',
  'spec/configPatches/*/match/listener/listenerFilter',
  'spec/configPatches/*/patch/filterClass',
];
/** Values of EnvoyFilter that later releases added. */
const newerFilterValues: readonly (readonly [field: string, values: readonly string[]])[] = [
  ['spec/configPatches/*/applyTo', ['EXTENSION_CONFIG', 'BOOTSTRAP', 'LISTENER_FILTER']],
  ['spec/configPatches/*/patch/operation', ['REPLACE']],
];
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Where a field stands, in either spelling. */
function* findPointers(value: unknown, [step, ...rest]: readonly string[], pointer = ''): Generator<string> {
  if (step === undefined) yield pointer;
  else if (step === '*' && Array.isArray(value))
    for (const [index, item] of value.entries()) yield* findPointers(item, rest, `${pointer}/${index}`);
  else if (isObject(value))
    for (const name of new Set([step, snakeCase(step)]))
      if (Object.hasOwn(value, name)) yield* findPointers((value as Readonly<Record<string, unknown>>)[name], rest, `${pointer}/${name}`);
}

/** A part of a document that is newer than the supported release: it is not wrong, and it is not checked. */
export interface NewerPart {
  readonly pointer: string;
  readonly message: string;
}
/** What is newer in one document: its kind, or fields and values of an EnvoyFilter. */
export function* findNewerParts(document: unknown): Generator<NewerPart> {
  if (!isObject(document)) return;
  const { apiVersion, kind } = document as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return;
  const end = `is newer than release ${supportedRelease} of the mesh, which is supported: it is not checked`;
  if (isNewerKind(apiVersion, kind)) yield { pointer: '/kind', message: `the kind ${kind} of ${apiVersion} ${end}` };
  if (kind !== 'EnvoyFilter' || groupOf(apiVersion) !== 'networking.istio.io') return;
  for (const field of newerFilterFields)
    for (const pointer of findPointers(document, field.split('/'))) yield { pointer, message: `${field.split('/').at(-1)} ${end}` };
  for (const [field, values] of newerFilterValues)
    for (const pointer of findPointers(document, field.split('/'))) {
      const value = pointer
        .slice(1)
        .split('/')
        .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], document);
      if (typeof value === 'string' && values.includes(value)) yield { pointer, message: `${field.split('/').at(-1)}: ${value} ${end}` };
    }
}
