/** What an admission webhook answers as `warnings`: the deprecated fields of the object it is asked about. */
import type { Compiled, Deprecation } from './api.ts';
import { fieldPath } from './admission/field-path.ts';
import { fitWarnings, type Room } from './admission/fit-warnings.ts';
import { deprecations } from './evaluate/deprecations.ts';
import { escapePointerToken, isObject, unescapePointerToken } from './json.ts';

export { fieldPath } from './admission/field-path.ts';
export { fitWarnings, type Room } from './admission/fit-warnings.ts';

/** The members of an AdmissionReview's `request` that are used. */
export interface AdmissionRequest {
  /** The new object; null or absent for a deletion. */
  readonly object?: unknown;
  /** The old object. It is ignored: warnings of an update concern everything that the new object uses, as Kubernetes' own warnings do. */
  readonly oldObject?: unknown;
  /** The kind of `object`; default: the one that it names itself. */
  readonly kind?: { readonly group?: string; readonly version?: string; readonly kind?: string };
}

/** One schema for everything, or one for each kind by `apiVersion/kind`: `v1/Pod`, `networking.example.com/v1/Route`. */
export type KindSchemas = Compiled | ReadonlyMap<string, Compiled>;

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const objectKind = ({ object, kind }: AdmissionRequest): { readonly apiVersion: string; readonly kind: string } => {
  if (kind?.kind) return { apiVersion: [kind.group, kind.version].filter(Boolean).join('/'), kind: kind.kind };
  return isObject(object)
    ? { apiVersion: textOrEmpty(object['apiVersion']), kind: textOrEmpty(object['kind']) }
    : { apiVersion: '', kind: '' };
};

const formatVersions = ({ since, removedIn }: Deprecation): string => {
  const from = since === undefined ? '' : ` since ${since}`;
  return removedIn === undefined ? from : `${from}${since === undefined ? ' and' : ','} removed in ${removedIn}`;
};

/** The evaluator's message for a field whose schema explains nothing. */
const isDefaultMessage = ({ message, pointer }: Deprecation): boolean =>
  message ===
  (pointer === '' ? 'This is deprecated.' : `\`${unescapePointerToken(pointer.slice(pointer.lastIndexOf('/') + 1))}\` is deprecated.`);

/** The sibling to write instead, as a path, where the schema names one and has no other words. */
const formatReplacement = (object: unknown, { pointer, replacement }: Deprecation): string =>
  replacement === undefined
    ? ''
    : `: use ${fieldPath(object, `${pointer.slice(0, pointer.lastIndexOf('/'))}/${escapePointerToken(replacement)}`)} instead`;

/** The message for each deprecated place of an object; `itself` if the whole object is deprecated. */
export const deprecationWarnings = (object: unknown, found: readonly Deprecation[], itself: string): readonly string[] =>
  found.map(
    (one) =>
      `${fieldPath(object, one.pointer) || itself} is ` +
      `deprecated${formatVersions(one)}${isDefaultMessage(one) ? formatReplacement(object, one) : `: ${one.message}`}`,
  );

/**
 * `spec.operations is deprecated since 1.2, removed in 2.0: Use …`, for each deprecated field that the request's object
 * uses: found by evaluating the schema of its kind. Short enough, and on one line each, for Kubernetes to pass on. Empty
 * for an object that is deleted and for a kind without a schema.
 */
export const admissionWarnings = (schemas: KindSchemas, request: AdmissionRequest, room: Room = {}): readonly string[] => {
  const { object } = request;
  if (!isObject(object)) return [];
  const { apiVersion, kind } = objectKind(request);
  const compiled =
    schemas instanceof Map
      ? (schemas as ReadonlyMap<string, Compiled>).get([apiVersion, kind].filter(Boolean).join('/'))
      : (schemas as Compiled);
  if (!compiled) return [];
  const itself = [apiVersion, kind].filter(Boolean).join(' ') || 'this object';
  return fitWarnings(deprecationWarnings(object, deprecations(compiled, object), itself), room);
};
