import type * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { literalValue } from './literal.ts';

/** What stands at an end of a relation: a resource, a data source or a reference. */
export interface Related extends Construct {
  readonly id: string;
  readonly nameInput?: string | undefined;
  readonly organizationInput?: string | undefined;
  provider?: cdktf.TerraformProvider | undefined;
}

/** The construct at the other end of a relation, and the method there that declares the same. */
interface OtherEnd {
  readonly construct: Construct;
  readonly method: string;
}
const otherEnds = new WeakMap<object, OtherEnd>();
/** By relation and what it starts from: what was made for each target. */
const relations = new WeakMap<Construct, Map<string, Map<Construct, Construct>>>();

export const otherEndOf = (made: object): OtherEnd | undefined => otherEnds.get(made);

/** The ID of a construct that relates two others: the name of the other one, made unique where two have the same name. */
const relationId = (scope: Construct, prefix: string, other: Related): string => {
  const id = `${prefix}-${literalValue(other.nameInput) ?? other.node.id}`;
  const existing = scope.node.tryFindChild(id);
  return existing && otherEnds.get(existing)?.construct !== other ? `${id}-${other.node.addr.slice(-8)}` : id;
};

export interface Relation {
  /** What it is, as `state`. One relation from one construct to another is made once, whichever end declares it. */
  readonly kind: string;
  readonly from: Related;
  readonly to: Related;
  /** The end that declares it: what is made stands below it, and so in its stack. */
  readonly holder: Related;
  readonly prefix: string;
  /** The method of the other end that declares the same. */
  readonly inverse: string;
}

/** Makes a relation below its holder, unless either end has declared it; then answers undefined. */
export const relate = (
  { kind, from, to, holder, prefix, inverse }: Relation,
  make: (id: string, provider: { readonly provider?: cdktf.TerraformProvider | undefined }) => Construct,
): Construct | undefined => {
  const kinds = relations.get(from) ?? new Map<string, Map<Construct, Construct>>();
  relations.set(from, kinds);
  const made = kinds.get(kind) ?? new Map<Construct, Construct>();
  kinds.set(kind, made);
  if (made.has(to)) return undefined;
  const other = holder === from ? to : from;
  const construct = make(relationId(holder, prefix, other), holder.provider ? { provider: holder.provider } : {});
  made.set(to, construct);
  otherEnds.set(construct, { construct: other, method: inverse });
  return construct;
};

/** What a construct is related to in one way, in the order of declaration. */
export const targetsOf = (from: Construct, kind: string): readonly Construct[] => [...(relations.get(from)?.get(kind)?.keys() ?? [])];
