import type { Compiled } from '../../../../schema-tools/src/api.ts';
import { deprecationWarnings } from '../../../../schema-tools/src/admission.ts';
import { fieldPath } from '../../../../schema-tools/src/admission/field-path.ts';
import { deprecationsIn, problemsOf } from '../../../mesh/schemas/problems.ts';
import type { Diagnostic } from '../../../mesh/analysis/diagnostic.ts';
import type { Resource } from '../../../mesh/resource.ts';
import { keyOf, type KindSchema } from '../schemas/kind-schema.ts';
import type { KindSchemas } from '../schemas/library.ts';
import type { Answer } from './answer.ts';
import { beyond } from './large.ts';
import { type Asked, readObject, specFault, unknownField } from './object.ts';
import type { Review } from './review.ts';
import { shortWarnings } from './warnings.ts';

/** Why an object was refused, as the metric says it. */
export type Reason = 'unsupported_operation' | 'yaml_decode_error' | 'unknown_type' | 'crd_conversion_error' | 'invalid_resource';
/** `passed` and `failed` are counted; what was not looked at is neither. */
export interface Judged extends Answer { readonly outcome: 'passed' | 'not looked at' | { readonly failed: Reason } }

export interface JudgeParts {
  /** Those of CRDs and overlays, by `keyOf`. */
  schemas(): ReadonlyMap<string, KindSchemas>;
  /** Those that this program brings along, by collection. */
  builtin(): ReadonlyMap<string, Compiled>;
  /** What analysis finds in one resource; errors refuse it, warnings are told. */
  diagnose?(resource: Resource): readonly Diagnostic[];
}

/** Problems that are told at once, and warnings that could ever fit; more are counted. */
const mostTold = 5, mostWarned = 250;
/** Values of one object: what a store of 1.5 MB holds of usual ones. Millions would hold up all other reviews. */
const most = { values: 200_000, levels: 200 } as const;
const depthOf = (pointer: string): number => pointer.split('/').length - 1;
/** A rule's sentence about the whole says by itself what it is about; a schema's does not. */
const told = (object: unknown, pointer: string, message: string): string => {
  const path = fieldPath(object, pointer);
  return path === '' || (depthOf(pointer) <= 2 && !/^(?:expected|`|is not )/.test(message)) ? message : `${path}: ${message}`;
};
/** The first of them in words: what is wrong may be wrong a million times. */
const joined = (object: unknown, found: readonly { readonly pointer: string; readonly message: string }[]): string => {
  const sentences = new Set(found.slice(0, mostTold).map(({ pointer, message }) => told(object, pointer, message)));
  return `${[...sentences].join('; ')}${found.length > mostTold ? `; and ${found.length - mostTold} more` : ''}`;
};

const refused = (failed: Reason, message: string, warnings: readonly string[] = []): Judged => ({ allowed: false, message, warnings, outcome: { failed } });
const resourceOf = ({ value, known, name, labels, annotations }: Asked): Resource | undefined => known && {
  collection: known.collection, name, version: '', labels, annotations, spec: value['spec'] ?? {}, origin: { source: 'admission' },
};

/** Holds one object against all that is known of its kind. */
const judgeObject = (asked: Asked, { schemas, builtin, diagnose }: JudgeParts): Judged => {
  const { value, apiVersion, kind, known } = asked;
  const given: Pick<KindSchema, 'group' | 'version' | 'kind'> = asked;
  const found = schemas().get(keyOf(given));
  const own = found && (found.kind === undefined || found.kind === kind) ? found : undefined;
  if (!known && !own) return refused('unknown_type', `unrecognized type ${kind}`);
  const too = beyond(value, most);
  if (too) return refused('invalid_resource', `configuration is invalid: ${too === 'values' ? `it has more than ${most.values} values, and no more are looked through` : `it is nested deeper than ${most.levels} levels`}`);
  const fault = specFault(asked);
  if (fault !== undefined) return refused('crd_conversion_error', `error decoding configuration: ${fault}`);
  const all = [...own?.schemas ?? [], ...(known && builtin().get(known.collection) ? [builtin().get(known.collection)!] : [])];
  const diagnostics = diagnose ? (resource => (resource ? diagnose(resource) : []))(resourceOf(asked)) : [];
  const deprecated = deprecationsIn(value, all);
  const warnings = shortWarnings([
    ...own?.warnings ?? [], ...deprecationWarnings(value, deprecated.slice(0, mostWarned), `${apiVersion} ${kind}`),
    ...diagnostics.filter(({ level }) => level === 'Warn').map(({ pointer, message }) => told(value, pointer, message)),
  ], Math.max(0, deprecated.length - mostWarned));
  const problems = [...problemsOf(known?.collection ?? '', value, all), ...diagnostics.filter(({ level }) => level === 'Error')];
  if (problems.length > 0) return refused('invalid_resource', `configuration is invalid: ${joined(value, problems)}`, warnings);
  const extra = unknownField(asked, own ? own.top : new Set());
  if (extra !== undefined) return refused('invalid_resource', extra, warnings);
  return { allowed: true, warnings, outcome: 'passed' };
};

/** Answers a review. What is deleted or connected to is let pass, and is not looked at. */
export const judge = (review: Review, parts: JudgeParts): Judged => {
  const { operation } = review;
  if (operation === 'DELETE' || operation === 'CONNECT') return { allowed: true, outcome: 'not looked at' };
  if (operation !== 'CREATE' && operation !== 'UPDATE') return refused('unsupported_operation', `unsupported operation ${JSON.stringify(operation.slice(0, 60))}: expected CREATE, UPDATE, DELETE or CONNECT`);
  const asked = readObject(review);
  if ('fault' in asked) return refused('yaml_decode_error', `cannot decode configuration: ${asked.fault}`);
  return judgeObject(asked, parts);
};
