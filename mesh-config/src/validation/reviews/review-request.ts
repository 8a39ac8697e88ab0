import type { Compiled } from '@slipway/schema-tools/load';
import { deprecationWarnings, fieldPath } from '@slipway/schema-tools/admission';
import { findDeprecations, validateDocument } from '../../resources/validate-document.ts';
import type { Diagnostic } from '../../analysis/diagnostic.ts';
import type { Resource } from '../../resources/resource.ts';
import { kindKeyOf, type KindSchema } from '../schemas/kind-schema.ts';
import type { KindSchemas } from '../schemas/schema-library.ts';
import type { ReviewResponse } from './review-response.ts';
import { findExceededLimit } from './object-limits.ts';
import { type ReviewedObject, readReviewedObject, findSpecFault, findUnknownField } from './reviewed-object.ts';
import type { AdmissionReview } from './admission-review.ts';
import { limitWarnings } from './warnings.ts';

/** Why an object was refused, as the metric says it. */
export type RefusalReason = 'unsupported_operation' | 'yaml_decode_error' | 'unknown_type' | 'crd_conversion_error' | 'invalid_resource';
/** `passed` and `failed` are counted; what was not looked at is neither. */
export interface ReviewResult extends ReviewResponse {
  readonly outcome: 'passed' | 'not looked at' | { readonly failed: RefusalReason };
}

export interface ReviewOptions {
  /** Those of CRDs and overlays, by `keyOf`. */
  schemas(): ReadonlyMap<string, KindSchemas>;
  /** Those that this program brings along, by collection. */
  builtin(): ReadonlyMap<string, Compiled>;
  /** What analysis finds in one resource; errors refuse it, warnings are told. */
  diagnose?(resource: Resource): readonly Diagnostic[];
}

/** Problems that are told at once, and warnings that could ever fit; more are counted. */
const maxProblems = 5,
  maxWarnings = 250;
/** Values of one object: what a store of 1.5 MB holds of usual ones. Millions would hold up all other reviews. */
const objectLimits = { values: 200_000, levels: 200 } as const;
const depthOf = (pointer: string): number => pointer.split('/').length - 1;
/** A rule's sentence about the whole says by itself what it is about; a schema's does not. */
const describeProblem = (object: unknown, pointer: string, message: string): string => {
  const path = fieldPath(object, pointer);
  return path === '' || (depthOf(pointer) <= 2 && !/^(?:expected|`|is not )/.test(message)) ? message : `${path}: ${message}`;
};
/** The first of them in words: what is wrong may be wrong a million times. */
const describeProblems = (object: unknown, found: readonly { readonly pointer: string; readonly message: string }[]): string => {
  const sentences = new Set(found.slice(0, maxProblems).map(({ pointer, message }) => describeProblem(object, pointer, message)));
  return `${[...sentences].join('; ')}${found.length > maxProblems ? `; and ${found.length - maxProblems} more` : ''}`;
};

const createRefusal = (failed: RefusalReason, message: string, warnings: readonly string[] = []): ReviewResult => ({
  allowed: false,
  message,
  warnings,
  outcome: { failed },
});
const toResource = ({ value, known, name, labels, annotations }: ReviewedObject): Resource | undefined =>
  known && {
    collection: known.collection,
    name,
    version: '',
    labels,
    annotations,
    spec: value['spec'] ?? {},
    origin: { source: 'admission' },
  };

/** Holds one object against all that is known of its kind. */
const reviewObject = (asked: ReviewedObject, { schemas, builtin, diagnose }: ReviewOptions): ReviewResult => {
  const { value, apiVersion, kind, known } = asked;
  const given: Pick<KindSchema, 'group' | 'version' | 'kind'> = asked;
  const found = schemas().get(kindKeyOf(given));
  const own = found && (found.kind === undefined || found.kind === kind) ? found : undefined;
  if (!known && !own) return createRefusal('unknown_type', `unrecognized type ${kind}`);
  const too = findExceededLimit(value, objectLimits);
  if (too)
    return createRefusal(
      'invalid_resource',
      too === 'values'
        ? `configuration is invalid: it has more than ${objectLimits.values} values, and no more are looked through`
        : `configuration is invalid: it is nested deeper than ${objectLimits.levels} levels`,
    );
  const fault = findSpecFault(asked);
  if (fault !== undefined) return createRefusal('crd_conversion_error', `error decoding configuration: ${fault}`);
  const all = [...(own?.schemas ?? []), ...(known && builtin().get(known.collection) ? [builtin().get(known.collection)!] : [])];
  const diagnostics = diagnose ? ((resource) => (resource ? diagnose(resource) : []))(toResource(asked)) : [];
  const deprecated = findDeprecations(value, all);
  const warnings = limitWarnings(
    [
      ...(own?.warnings ?? []),
      ...deprecationWarnings(value, deprecated.slice(0, maxWarnings), `${apiVersion} ${kind}`),
      ...diagnostics.filter(({ level }) => level === 'Warn').map(({ pointer, message }) => describeProblem(value, pointer, message)),
    ],
    Math.max(0, deprecated.length - maxWarnings),
  );
  const problems = [...validateDocument(known?.collection ?? '', value, all), ...diagnostics.filter(({ level }) => level === 'Error')];
  if (problems.length > 0)
    return createRefusal('invalid_resource', `configuration is invalid: ${describeProblems(value, problems)}`, warnings);
  const extra = findUnknownField(asked, own ? own.topLevelFields : new Set());
  if (extra !== undefined) return createRefusal('invalid_resource', extra, warnings);
  return { allowed: true, warnings, outcome: 'passed' };
};

/** Answers a review. What is deleted or connected to is let pass, and is not looked at. */
export const reviewRequest = (review: AdmissionReview, parts: ReviewOptions): ReviewResult => {
  const { operation } = review;
  if (operation === 'DELETE' || operation === 'CONNECT') return { allowed: true, outcome: 'not looked at' };
  if (operation !== 'CREATE' && operation !== 'UPDATE')
    return createRefusal(
      'unsupported_operation',
      `unsupported operation ${JSON.stringify(operation.slice(0, 60))}: expected CREATE, UPDATE, DELETE or CONNECT`,
    );
  const asked = readReviewedObject(review);
  if ('fault' in asked) return createRefusal('yaml_decode_error', `cannot decode configuration: ${asked.fault}`);
  return reviewObject(asked, parts);
};
