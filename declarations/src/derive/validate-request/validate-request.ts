import { type Attributes, type Constraint, type Endpoints, pathParametersOf, unknown, type Values } from '../../declare/index.ts';
import { rootLocation, walkMembers } from '../walk-members.ts';
import type { AttributePath } from '../../attribute-path.ts';
import { violationFromFinding, violationFromConstraint } from './violations.ts';
import { isRecord } from '../../record.ts';
import { extractDocument, type RequestViolation, type WireFormat } from './wire-format.ts';

/** The parts of a resource that request validation uses. */
export interface RequestTarget {
  readonly type: string;
  readonly attributes: Attributes;
  readonly constraints?: readonly Constraint[];
  readonly endpoints: Endpoints;
}

export interface ValidationRequest {
  readonly operation: 'create' | 'update';
  readonly body: unknown;
  /** The object before this request, in our names; null on create. */
  readonly stored: Values | null;
  /** The accepted document types; default: that of the resource. */
  readonly types?: readonly string[];
}

/** The attributes that a body can contain, and those that it cannot: local ones, path and query parameters. */
interface BodySplit {
  readonly bodyAttributes: Attributes;
  readonly otherValues: Values;
}

const splitAttributes = ({ attributes, endpoints }: RequestTarget, op: ValidationRequest['operation']): BodySplit => {
  const inPath = pathParametersOf(endpoints[op] ?? '');
  const isOutside = (name: string): boolean => {
    const { local, pathParameter: address, at } = attributes[name] ?? {};
    return Boolean(local || address || inPath.includes(name) || (typeof at === 'object' && at.place === 'query'));
  };
  return {
    bodyAttributes: Object.fromEntries(Object.entries(attributes).filter(([name, { mode }]) => mode !== 'computed' && !isOutside(name))),
    otherValues: Object.fromEntries(
      Object.keys(attributes)
        .filter(isOutside)
        .map((name) => [name, unknown]),
    ),
  };
};

const splitsByTarget = new WeakMap<RequestTarget, { [op in ValidationRequest['operation']]?: BodySplit }>();

/** Computed once for each resource: every write is validated. */
const cachedSplit = (of: RequestTarget, op: ValidationRequest['operation']): BodySplit => {
  const known = splitsByTarget.get(of) ?? {};
  splitsByTarget.set(of, known);
  return (known[op] ??= splitAttributes(of, op));
};

/**
 * Merges stored and sent values: objects by member, others as a whole. Members are assigned, because a spread would create an object shape
 * of its own (decision 131).
 */
const mergeValues = (attributes: Attributes, stored: Values, sent: Values): Values => {
  const out: Record<string, unknown> = Object.assign({}, stored);
  for (const [name, value] of Object.entries(sent)) {
    const members = attributes[name]?.kind.members;
    const before = stored[name];
    out[name] = members && isRecord(before) && isRecord(value) ? mergeValues(members, before, value) : value;
  }
  return out;
};

/**
 * Validates the body of a request. Unlike the validation of a configuration: null clears a value (not a required one), required attributes
 * are checked on create, computed and undeclared ones are ignored, a rule of `says` is checked on the sent values, one of `holds` on stored
 * ⊕ sent, and only if the request sends one of its attributes. Empty: the shapes are valid.
 */
export const validateRequest = (of: RequestTarget, request: ValidationRequest, wire: WireFormat): readonly RequestViolation[] => {
  const read = extractDocument(wire, request.types ?? [of.type], request.body);
  if ('refused' in read) return [read.refused];
  const pointer = (path: AttributePath): string => wire.pointer(of.attributes, path);
  const { bodyAttributes: attributes, otherValues: outside } = cachedSplit(of, request.operation);
  const stored = request.stored ?? {};
  const sent = wire.decode(attributes, read.document);

  const findings = [
    ...walkMembers(attributes, sent, rootLocation, { unexpectedMembers: 'ignored', partial: request.operation === 'update' }, stored),
  ];
  const refusals = findings.map((finding) => violationFromFinding(finding, pointer));
  const reported = new Set(refusals.map((refusal) => refusal.pointer));
  const requestValues = Object.assign({}, outside, sent);
  const resultValues = request.stored === null ? requestValues : Object.assign({}, outside, mergeValues(attributes, stored, sent));

  for (const constraint of of.constraints ?? []) {
    if (constraint.configurationOnly) continue;
    const isTouched = request.operation === 'create' || constraint.paths.some((name) => Object.hasOwn(sent, name.split('.')[0] as string));
    const path = isTouched ? constraint.findViolation(constraint.appliesTo === 'says' ? requestValues : resultValues) : undefined;
    if (path === undefined) continue;
    const refusal = violationFromConstraint(constraint, path, pointer);
    if (!reported.has(refusal.pointer)) refusals.push(refusal);
  }
  return refusals;
};
