import { type Attributes, type Constraint, type Endpoints, paramsOf, unknown, type Values } from '../../declare/index.ts';
import { root, walkMembers } from '../members.ts';
import type { Path } from '../path.ts';
import { refusalOf, refusalOfRule } from './refusal.ts';
import { documentOf, isRecord, type Refusal, type Wire } from './wire.ts';

/** What of a resource the door reads. */
export interface Guarded { readonly type: string; readonly attributes: Attributes; readonly constraints?: readonly Constraint[]; readonly endpoints: Endpoints }

export interface Request {
  readonly op: 'create' | 'update';
  readonly body: unknown;
  /** What the object is before this request, in our names; null on create. */
  readonly stored: Values | null;
  /** The document types taken; the resource's own unless said. */
  readonly types?: readonly string[];
}

/** What a body can say, and what none can: what is ours alone, in the path, in the query. */
interface Sides { readonly inside: Attributes; readonly outside: Values }

const sidesOf = ({ attributes, endpoints }: Guarded, op: Request['op']): Sides => {
  const inPath = paramsOf(endpoints[op] ?? '');
  const isOutside = (name: string): boolean => {
    const { local, address, at } = attributes[name] ?? {};
    return Boolean(local || address || inPath.includes(name) || (typeof at === 'object' && at.place === 'query'));
  };
  return {
    inside: Object.fromEntries(Object.entries(attributes).filter(([name, { mode }]) => mode !== 'computed' && !isOutside(name))),
    outside: Object.fromEntries(Object.keys(attributes).filter(isOutside).map((name) => [name, unknown])),
  };
};

const kept = new WeakMap<Guarded, { [op in Request['op']]?: Sides }>();

/** Worked out once for a resource: a door is passed with every write. */
const sides = (of: Guarded, op: Request['op']): Sides => {
  const known = kept.get(of) ?? {};
  kept.set(of, known);
  return (known[op] ??= sidesOf(of, op));
};

/** Stored ⊕ sent: member by member in objects, whole elsewhere. */
const merged = (attributes: Attributes, stored: Values, sent: Values): Values => {
  const out: Record<string, unknown> = { ...stored };
  for (const [name, value] of Object.entries(sent)) {
    const members = attributes[name]?.kind.members;
    const before = stored[name];
    out[name] = members && isRecord(before) && isRecord(value) ? merged(members, before, value) : value;
  }
  return out;
};

/**
 * Whether a service takes a request. Not the verdict on a configuration: null clears (but not what is required),
 * required is asked on create, what is computed or unknown to us is ignored, a rule of `says` is about what was sent,
 * one of `holds` about stored ⊕ sent, and only when the request touches it. Empty: taken, as far as shapes go.
 */
export const door = (of: Guarded, request: Request, wire: Wire): readonly Refusal[] => {
  const read = documentOf(wire, request.types ?? [of.type], request.body);
  if ('refused' in read) return [read.refused];
  const pointer = (path: Path): string => wire.pointer(of.attributes, path);
  const { inside: attributes, outside } = sides(of, request.op);
  const stored = request.stored ?? {};
  const sent = wire.decode(attributes, read.document);

  const findings = [...walkMembers(attributes, sent, root, { foreign: 'ignored', partial: request.op === 'update' }, stored)];
  const refusals = findings.map((finding) => refusalOf(finding, pointer));
  const taken = new Set(refusals.map((refusal) => refusal.pointer));
  const saying = { ...outside, ...sent };
  const holding = request.stored === null ? saying : { ...outside, ...merged(attributes, stored, sent) };

  for (const constraint of of.constraints ?? []) {
    const touched = request.op === 'create' || constraint.on.some((name) => Object.hasOwn(sent, name.split('.')[0] as string));
    const dotted = touched ? constraint.breach(constraint.about === 'says' ? saying : holding) : undefined;
    if (dotted === undefined) continue;
    const refusal = refusalOfRule(constraint, dotted, pointer);
    if (!taken.has(refusal.pointer)) refusals.push(refusal);
  }
  return refusals;
};
