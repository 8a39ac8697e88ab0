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

type Names = ReadonlySet<string>;

/** What no body says: what is ours alone, in the path, in the query. */
const outside = ({ attributes, endpoints }: Guarded, op: Request['op']): Names => {
  const inPath = paramsOf(endpoints[op] ?? '');
  return new Set(Object.keys(attributes).filter((name) => {
    const { local, address, at } = attributes[name] ?? {};
    return local || address || inPath.includes(name) || (typeof at === 'object' && at.place === 'query');
  }));
};

const only = (attributes: Attributes, test: (name: string) => boolean): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => test(name)));

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
  const elsewhere = outside(of, request.op);
  const attributes = only(of.attributes, (name) => of.attributes[name]?.mode !== 'computed' && !elsewhere.has(name));
  const stored = request.stored ?? {};
  const sent = wire.decode(attributes, read.document);

  const findings = [...walkMembers(attributes, sent, root, { foreign: 'ignored', partial: request.op === 'update' }, stored)];
  const refusals = findings.map((finding) => refusalOf(finding, pointer));
  const taken = new Set(refusals.map((refusal) => refusal.pointer));
  const unsaid = Object.fromEntries([...elsewhere].map((name) => [name, unknown]));

  for (const constraint of of.constraints ?? []) {
    const touched = request.op === 'create' || constraint.on.some((name) => Object.hasOwn(sent, name.split('.')[0] as string));
    const dotted = touched ? constraint.breach({ ...unsaid, ...(constraint.about === 'says' ? sent : merged(attributes, stored, sent)) }) : undefined;
    if (dotted === undefined) continue;
    const refusal = refusalOfRule(constraint, dotted, pointer);
    if (!taken.has(refusal.pointer)) refusals.push(refusal);
  }
  return refusals;
};
