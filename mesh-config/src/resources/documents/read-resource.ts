import { createHash } from 'node:crypto';
import { findKind } from '../kinds/kinds.ts';
import type { Origin, PodStatus, Resource } from '../resource.ts';

/** A document as a resource without its version; `skipped`: of an unknown kind; `fault`: what is wrong with it. */
export type ReadResourceResult =
  | { readonly resource: Omit<Resource, 'version'>; readonly hash: string }
  | { readonly skipped: string }
  | { readonly fault: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const readText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
/** Labels or annotations; other types than texts are converted as YAML does. */
const readTexts = (value: unknown): Readonly<Record<string, string>> | undefined => {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]));
};
/** The part of a Pod that service discovery reads; the rest of its status changes often and is not used. */
const readPodStatus = (value: unknown): PodStatus => {
  const [podIP, phase] = isObject(value) ? [readText(value['podIP']), readText(value['phase'])] : [];
  return { ...(podIP === undefined ? {} : { podIP }), ...(phase === undefined ? {} : { phase }) };
};
const podCollection = 'k8s/core/v1/pods';
const reservedKeys = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Namespace of a document that names none: where applying it to a cluster would put it. */
export const defaultNamespace = 'default';

/** One document, or each item of a `List`. */
export const expandList = (value: unknown): readonly { readonly value: unknown; readonly pointer: string }[] =>
  isObject(value) && value['kind'] === 'List' && Array.isArray(value['items'])
    ? value['items'].map((item, index) => ({ value: item as unknown, pointer: `/items/${index}` }))
    : [{ value, pointer: '' }];

/** `kindFor`: which kinds are known. */
export const readResource = (value: unknown, origin: Origin, kindFor: typeof findKind = findKind): ReadResourceResult => {
  if (!isObject(value)) return { fault: 'expected apiVersion, kind and metadata, found no keys' };
  const [apiVersion, name] = [readText(value['apiVersion']), readText(value['kind'])];
  if (apiVersion === undefined || name === undefined)
    return { fault: `expected a text as ${apiVersion === undefined ? 'apiVersion' : 'kind'}` };
  const kind = kindFor(apiVersion, name);
  if (!kind) return { skipped: `${apiVersion} ${name}` };
  const { metadata } = value;
  if (!isObject(metadata)) return { fault: 'expected metadata with a name' };
  const given = readText(metadata['name']);
  if (given === undefined) return { fault: 'expected a text as metadata.name' };
  const { namespace } = metadata;
  if (namespace !== undefined && namespace !== null && typeof namespace !== 'string')
    return { fault: 'expected a text as metadata.namespace' };
  const [labels, annotations] = [readTexts(metadata['labels']), readTexts(metadata['annotations'])];
  if (!labels || !annotations) return { fault: `expected names and texts as metadata.${labels ? 'annotations' : 'labels'}` };
  const createdAt = readText(metadata['creationTimestamp']);
  const spec =
    'spec' in value ? (value['spec'] ?? {}) : Object.fromEntries(Object.entries(value).filter(([key]) => !reservedKeys.has(key)));
  // Objects of Kubernetes have other names at the top, which are not looked at.
  const unknown = kind.builtin ? [] : Object.keys(value).filter((key) => key !== 'spec' && !reservedKeys.has(key));
  const resource = {
    collection: kind.collection,
    name: kind.namespaced ? `${readText(metadata['namespace']) ?? defaultNamespace}/${given}` : given,
    ...(createdAt === undefined ? {} : { createdAt }),
    labels,
    annotations,
    spec,
    ...(unknown.length > 0 ? { unknownFields: unknown } : {}),
    ...(kind.collection === podCollection ? { status: readPodStatus(value['status']) } : {}),
    origin,
  };
  return {
    resource,
    hash: createHash('sha256')
      .update(JSON.stringify([resource.name, createdAt, labels, annotations, spec, resource.status, ...unknown]))
      .digest('base64'),
  };
};
