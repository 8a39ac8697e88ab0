import { type Attributes, type Constraint, isAbsent } from '@slipway/declarations/declare';
import { violationFromConstraint, violationFromFinding } from '@slipway/declarations/derive/validate-request/violations';
import { rootLocation, walkMembers } from '@slipway/declarations/derive/walk-members';
import type { AttributePath } from '@slipway/declarations/attribute-path';
import { type ErrorObject, throwIfInvalid } from '../http/problem.ts';
import type { JsonObject } from '../json-api/parse-document.ts';
import { secretMembers } from '../store/sealing/secret-members.ts';
import type { Noun } from './declaration.ts';
import { type NounBody, toStoredName } from './noun-record.ts';

const toPointer = (path: AttributePath): string =>
  ['/data/attributes', ...path.map((step) => (typeof step === 'object' ? step.key : String(step)))].join('/');

/**
 * Whether errors must not quote the value, even to a caller who can read the record: the store seals it, such as an address whose path is a
 * secret.
 */
const isSealed = ({ kind }: Noun, name: string): boolean =>
  (secretMembers[kind] ?? []).some(({ path: [first] }) => first === toStoredName(name));

const writableOf = (noun: Noun): Attributes =>
  Object.fromEntries(
    Object.entries(noun.attributes).flatMap(([name, { mode, kind, doc, secret }]) =>
      mode === 'computed' ? [] : [[name, { mode, kind, doc, ...(secret || isSealed(noun, name) ? { sensitive: true as const } : {}) }]],
    ),
  );
const writableAttributes = new WeakMap<Noun, Attributes>();

const cachedWritable = (noun: Noun): Attributes => {
  const known = writableAttributes.get(noun) ?? writableOf(noun);
  writableAttributes.set(noun, known);
  return known;
};

/** The stored attributes, by their names in documents. */
const toDocumentNames = (noun: Noun, body: NounBody): JsonObject =>
  Object.fromEntries(Object.keys(noun.attributes).map((name) => [name, body[toStoredName(name)] ?? null]));

const findConstraintViolations = (constraints: readonly Constraint[], sent: JsonObject, result: JsonObject): readonly ErrorObject[] =>
  constraints.flatMap((constraint) => {
    const path = constraint.findViolation(constraint.appliesTo === 'says' ? sent : result);
    return path === undefined ? [] : [violationFromConstraint(constraint, path, toPointer)];
  });

const findChangedImmutables = (noun: Noun, sent: JsonObject, before: JsonObject): readonly ErrorObject[] =>
  Object.entries(noun.attributes).flatMap(([name, { immutable }]) =>
    immutable && Object.hasOwn(sent, name) && JSON.stringify(sent[name]) !== JSON.stringify(before[name])
      ? [{ detail: 'cannot be changed after the create', pointer: `/data/attributes/${name}` }]
      : [],
  );

/**
 * The attributes of a create (`stored` undefined) or an update, by their stored names: what was not sent, or is null, has its default in a
 * create; an update has only what was sent. Throws 422 with every violation.
 */
export const parseAttributes = (noun: Noun, document: JsonObject, stored?: NounBody): JsonObject => {
  const writable = cachedWritable(noun);
  const sent = Object.fromEntries(Object.entries(document).filter(([name]) => Object.hasOwn(writable, name)));
  const before = stored === undefined ? {} : toDocumentNames(noun, stored);
  const findings = walkMembers(writable, sent, rootLocation, { unexpectedMembers: 'ignored', partial: stored !== undefined }, before);
  const violations = [
    ...[...findings].map((finding) => violationFromFinding(finding, toPointer)),
    ...(stored === undefined ? [] : findChangedImmutables(noun, sent, before)),
  ];
  throwIfInvalid(violations.length > 0 ? violations : findConstraintViolations(noun.constraints ?? [], sent, { ...before, ...sent }));
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(writable)) {
    const value = sent[name];
    if (stored !== undefined && value === undefined) continue;
    members[toStoredName(name)] = isAbsent(value) ? (noun.attributes[name]!.default ?? null) : value;
  }
  return members;
};
