import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import { findKind } from '../../resources/kinds/kinds.ts';
import type { Kind } from '../../resources/kinds/kind.ts';
import type { AdmissionReview } from './admission-review.ts';

/** The object of a request, with its kind and name. */
export interface ReviewedObject {
  readonly value: JsonObject;
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The kind, if this program serves it. */
  readonly known: Kind | undefined;
  /** `namespace/name`, or `name`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const readTexts = (value: unknown): Readonly<Record<string, string>> | undefined => {
  if (value === undefined || value === null) return {};
  if (!isObject(value) || Object.values(value).some((one) => typeof one !== 'string')) return undefined;
  return value as Readonly<Record<string, string>>;
};
const describeType = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value === 'string' ? 'text' : typeof value}`;

/**
 * Reads the object that is created or updated; `fault`: why it is not a Kubernetes object. The name is missing if the API
 * server will generate it.
 */
export const readReviewedObject = ({ object, name, namespace }: AdmissionReview): ReviewedObject | { readonly fault: string } => {
  if (!isObject(object)) return { fault: `expected an object with apiVersion, kind and metadata; found ${describeType(object)}` };
  const [apiVersion, kind] = [readText(object['apiVersion']), readText(object['kind'])];
  if (apiVersion === undefined) return { fault: `apiVersion: expected a text; found ${describeType(object['apiVersion'])}` };
  if (kind === undefined) return { fault: `kind: expected a text; found ${describeType(object['kind'])}` };
  const { metadata } = object;
  if (!isObject(metadata)) return { fault: `metadata: expected an object; found ${describeType(metadata)}` };
  for (const key of ['name', 'generateName', 'namespace']) {
    if (metadata[key] !== undefined && metadata[key] !== null && typeof metadata[key] !== 'string')
      return { fault: `metadata.${key}: expected a text; found ${describeType(metadata[key])}` };
  }
  const [labels, annotations] = [readTexts(metadata['labels']), readTexts(metadata['annotations'])];
  if (!labels) return { fault: 'metadata.labels: expected names and texts' };
  if (!annotations) return { fault: 'metadata.annotations: expected names and texts' };
  const slash = apiVersion.indexOf('/');
  const [group, version] = slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
  const known = findKind(apiVersion, kind);
  const own = readText(metadata['name']) ?? readText(name) ?? readText(metadata['generateName']) ?? '';
  const place = known?.namespaced === false ? undefined : (readText(metadata['namespace']) ?? readText(namespace));
  return {
    value: object,
    apiVersion,
    group,
    version,
    kind,
    known,
    name: place === undefined ? own : `${place}/${own}`,
    labels,
    annotations,
  };
};

/** The problem if `spec` has a value that is not an object. */
export const findSpecFault = ({ value, known }: ReviewedObject): string | undefined => {
  const { spec } = value;
  return known && !known.builtin && spec !== undefined && spec !== null && !isObject(spec)
    ? `spec: expected an object; found ${describeType(spec)}`
    : undefined;
};

const standardFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);

/**
 * `unknown field "extra" on Gateway resource d/x`, for the first unknown name at the top level of an object; `top`: the names
 * that its definition adds, undefined: any.
 */
export const findUnknownField = (
  { value, kind, name, known }: ReviewedObject,
  top: ReadonlySet<string> | undefined,
): string | undefined => {
  // Built-in kinds have other fields, which the API server checks.
  if (top === undefined || known?.builtin) return undefined;
  const extra = Object.keys(value).find((key) => !standardFields.has(key) && !top.has(key));
  return extra === undefined ? undefined : `unknown field ${JSON.stringify(extra)} on ${kind} resource ${name}`;
};
