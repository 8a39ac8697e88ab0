import type { AttributeKind, ValueOf } from './kind.ts';
import type { WireLocation } from './wire-location.ts';
import type { Renamed } from './renamed.ts';

export type AttributeMode = 'required' | 'optional' | 'computed';

/** The default that the service decides: shown as known after apply, kept once known, never sent unless said. */
export const serviceDefault: unique symbol = Symbol('chosen by the service');

/**
 * What is true of an attribute beyond its kind. Every trait is read by several layers; none is code.
 * Names of siblings are checked when the resource is declared.
 */
export interface AttributeTraits<T = unknown> {
  /** A claim about the service (so it is not sent on create and the answer judges it), or `chosen`. */
  readonly default?: T | typeof serviceDefault;
  /** May change when one of these changes; `*`: when anything does. */
  readonly changesWith?: readonly string[] | '*';
  /** Sent together with this one. */
  readonly companions?: readonly string[];
  /** A change replaces the object; with `from`, only a change away from that value does. */
  readonly immutable?: true | { readonly from: T };
  readonly sensitive?: true;
  /**
   * Taken and never given back: state keeps ours. When the `witness` attribute moved without us, state forgets and the plan sends again.
   * `masked`: answers hold a mask in its place, which is no value.
   */
  readonly secret?: { readonly changeMarker?: string; readonly masked?: true };
  /**
   * Never stored. A salted print in private state decides when `revision` (a visible attribute) moves up by one. While it is
   * in use, the attribute it stands `insteadOf` is null, whatever the service answers.
   */
  readonly writeOnly?: { readonly revision: string; readonly changeMarker?: string; readonly insteadOf?: string };
  /** Told in the first answer, masked later: state keeps the first. */
  readonly revealedOnce?: true;
  /** The attribute of that name says whether entries that the configuration does not name are left alone (true) or removed. */
  readonly ownership?: string;
  /** Silence means the value of the provider section of that name (`organization`) when it is made; known at plan, and kept from then on. */
  readonly inherits?: 'organization';
  /** The same thing by other names: what one of these attributes holds is no other value, and ours stays as it was said. (An organization's ID and its slug.) */
  readonly equivalents?: readonly string[];
  /** What a document that does not speak of it says. */
  readonly whenAbsent?: T;
  /** Ours alone, never on the wire. */
  readonly local?: true;
  /** Only in the path of requests; a change replaces. */
  readonly pathParameter?: true;
  /** The resource whose id this is: import forms may name it by its human path. */
  readonly references?: string;
  readonly at?: WireLocation;
  /** What to write instead. */
  readonly deprecated?: string;
  /** Its former name, which is still taken and reported as deprecated; see `renamed`. */
  readonly renamedFrom?: Renamed;
  /** Of a former name, the new one. Derived from `renamedFrom`, never declared. */
  readonly formerNameOf?: string;
  /** Only some documents speak of it (of one edition, of one kind of object): that an answer does not is no reason to ask again. */
  readonly optionalInResponse?: true;
  /** A member that the specification takes on update only: what holds it is sent by an update right after the create (neutral profile). */
  readonly onlyOnUpdate?: true;
}

export interface Attribute<T = unknown, M extends AttributeMode = AttributeMode> extends AttributeTraits<T> {
  readonly mode: M;
  readonly kind: AttributeKind<T>;
  /** One sentence: the reference page, the schema's description, the construct's docs. */
  readonly doc: string;
}

/** `any` is the only bound under which every Attribute<T, M> is assignable. */
export interface Attributes {
  readonly [name: string]: Attribute<any, AttributeMode>;
}

export const required = <T>(kind: AttributeKind<T>, doc: string, traits: AttributeTraits<T> = {}): Attribute<T, 'required'> => ({
  mode: 'required',
  kind,
  doc,
  ...traits,
});
export const optional = <T>(kind: AttributeKind<T>, doc: string, traits: AttributeTraits<T> = {}): Attribute<T, 'optional'> => ({
  mode: 'optional',
  kind,
  doc,
  ...traits,
});
export const computed = <T>(kind: AttributeKind<T>, doc: string, traits: AttributeTraits<T> = {}): Attribute<T, 'computed'> => ({
  mode: 'computed',
  kind,
  doc,
  ...traits,
});

type NamesWithMode<A extends Attributes, M extends AttributeMode> = { [N in keyof A]: A[N]['mode'] extends M ? N : never }[keyof A];

/** What is written in a configuration. */
export type ConfigValues<A extends Attributes> = { readonly [N in NamesWithMode<A, 'required'>]: ValueOf<A[N]['kind']> } & {
  readonly [N in NamesWithMode<A, 'optional'>]?: ValueOf<A[N]['kind']> | null;
};

/** What the service answers: everything, null where there is nothing. */
export type StateValues<A extends Attributes> = { readonly [N in keyof A]: ValueOf<A[N]['kind']> | null };

/** An object value: required members stand, the others may be absent. */
export type ObjectShape<A extends Attributes> = ConfigValues<A> & {
  readonly [N in NamesWithMode<A, 'computed'>]?: ValueOf<A[N]['kind']> | null;
};
