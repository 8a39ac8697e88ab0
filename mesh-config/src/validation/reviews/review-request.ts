import type { Compiled } from '@slipway/schema-tools/load';
import { deprecationWarnings, fieldPath } from '@slipway/schema-tools/admission';
import { findDeprecations, judgeDocument } from '../../resources/validate-document.ts';
import type { Diagnostic } from '../../analysis/diagnostic.ts';
import type { Resource } from '../../resources/resource.ts';
import { kindKeyOf, type KindSchema } from '../schemas/kind-schema.ts';
import type { KindSchemas } from '../schemas/schema-library.ts';
import type { ReviewResponse } from './review-response.ts';
import { findExceededLimit } from './object-limits.ts';
import { type ReviewedObject, readReviewedObject, findSpecFault, findUnknownField } from './reviewed-object.ts';
import type { AdmissionReview } from './admission-review.ts';
import { limitWarnings } from './warnings.ts';

/** Why an object was denied, as a label of the metric. */
export type RefusalReason = 'unsupported_operation' | 'yaml_decode_error' | 'unknown_type' | 'crd_conversion_error' | 'invalid_resource';
/** `passed` and `failed` are counted; a request that was not validated is neither. */
export interface ReviewResult extends ReviewResponse {
  readonly outcome: 'passed' | 'not looked at' | { readonly failed: RefusalReason };
}

export interface ReviewOptions {
  /** The schemas of CRDs and overlays, by `kindKeyOf`. */
  schemas(): ReadonlyMap<string, KindSchemas>;
  /** The built-in schemas, by collection. */
  builtin(): ReadonlyMap<string, Compiled>;
  /** Analyzes one resource; errors deny it, warnings are returned. */
  diagnose?(resource: Resource): readonly Diagnostic[];
}

/** Maximum numbers of problems in a message and of warnings; further ones are only counted. */
const maxProblems = 5,
  maxWarnings = 250;
/** Limits of one object: a store of 1.5 MB holds about that many values. Millions of values would delay all other reviews. */
const objectLimits = { values: 200_000, levels: 200 } as const;
const depthOf = (pointer: string): number => pointer.split('/').length - 1;
/** A message of a rule about the whole spec is complete; a message of a schema needs the location. */
const describeProblem = (object: unknown, pointer: string, message: string): string => {
  const path = fieldPath(object, pointer);
  return path === '' || (depthOf(pointer) <= 2 && !/^(?:expected|`|is not )/.test(message)) ? message : `${path}: ${message}`;
};
/** A message with the first problems only: there may be very many. */
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

/** Validates one object against all schemas and rules of its kind. */
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
  const collection = known?.collection ?? '';
  const all = [...(own?.schemas ?? []), ...(known && builtin().get(known.collection) ? [builtin().get(known.collection)!] : [])];
  const judgement = judgeDocument(collection, value, all);
  const diagnostics = diagnose ? ((resource) => (resource ? diagnose(resource) : []))(toResource(asked)) : [];
  const deprecated = findDeprecations(collection, value, all);
  const warnings = limitWarnings(
    [
      ...(own?.warnings ?? []),
      ...deprecationWarnings(value, deprecated.slice(0, maxWarnings), `${apiVersion} ${kind}`),
      ...diagnostics.filter(({ level }) => level === 'Warn').map(({ pointer, message }) => describeProblem(value, pointer, message)),
    ],
    Math.max(0, deprecated.length - maxWarnings),
  );
  const problems = [...judgement.violations, ...diagnostics.filter(({ level }) => level === 'Error')];
  if (problems.length > 0) {
    const [reason, prefix] = judgement.isUndecodable
      ? (['crd_conversion_error', 'error decoding configuration'] as const)
      : (['invalid_resource', 'configuration is invalid'] as const);
    return createRefusal(reason, `${prefix}: ${describeProblems(value, problems)}`, warnings);
  }
  const extra = findUnknownField(asked, own ? own.topLevelFields : new Set());
  if (extra !== undefined) return createRefusal('invalid_resource', extra, warnings);
  return { allowed: true, warnings, outcome: 'passed' };
};

/** Answers a review. DELETE and CONNECT are allowed without validation. */
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
