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
function* findPointers(value: unknown, [step, ...rest]: readonly string[], pointer = ''): Generator<string> {
  if (step === undefined) yield pointer;
  else if (step === '*' && Array.isArray(value))
    for (const [index, item] of value.entries()) yield* findPointers(item, rest, `${pointer}/${index}`);
  else if (isObject(value) && step in value)
    yield* findPointers((value as Readonly<Record<string, unknown>>)[step], rest, `${pointer}/${step}`);
}

/** A part of a document that is newer than the supported release: it is not wrong, and it is not checked. */
export interface NewerPart {
  readonly pointer: string;
  readonly message: string;
}
/** What is newer in one document: its kind, or fields of an EnvoyFilter. */
export function* findNewerParts(document: unknown): Generator<NewerPart> {
  if (!isObject(document)) return;
  const { apiVersion, kind } = document as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return;
  const end = `is newer than release ${supportedRelease} of the mesh, which is supported: it is not checked`;
  if (isNewerKind(apiVersion, kind)) yield { pointer: '/kind', message: `the kind ${kind} of ${apiVersion} ${end}` };
  if (kind !== 'EnvoyFilter' || groupOf(apiVersion) !== 'networking.istio.io') return;
  for (const field of newerFilterFields)
    for (const pointer of findPointers(document, field.split('/'))) yield { pointer, message: `${field.split('/').at(-1)} ${end}` };
}
