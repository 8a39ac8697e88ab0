import type { AttributeKind, ValueOf } from './kind.ts';
import type { WireLocation } from './wire-location.ts';
import type { Renamed } from './renamed.ts';
import { isAbsent } from './values.ts';

export type AttributeMode = 'required' | 'optional' | 'computed';

/** The service decides the default: known after apply, kept once it is known, and never sent unless it is configured. */
export const serviceDefault: unique symbol = Symbol('chosen by the service');

/**
 * The properties of an attribute besides its kind. Every trait is read by several layers; none is code. Names of siblings are checked when
 * the resource is declared.
 */
export interface AttributeTraits<T = unknown> {
  /** The default of the service (it is not sent on create, and the response is checked against it), or `serviceDefault`. */
  readonly default?: T | typeof serviceDefault;
  /** May change when one of these changes; `*`: when anything does. */
  readonly changesWith?: readonly string[] | '*';
  /**
   * For an attribute with `serviceDefault`: removing it from the configuration sends null, unless one of these attributes is set, since the
   * service then decides the value.
   */
  readonly clearedUnless?: readonly string[];
  /**
   * For an attribute with `serviceDefault`: unset, it keeps the value that the object has, also one of an earlier configuration. Every
   * other attribute goes back to what it would be without that configuration (docs/decisions/0160).
   */
  readonly leftAlone?: true;
  /** For a flag that is true while a setting is inherited: the attributes that, configured, make the setting the object's own. */
  readonly inheritanceOf?: readonly string[];
  /** What is sent when it is no longer configured; null unless declared. */
  readonly withdrawnAs?: T;
  /**
   * What each value of another attribute, at the top of the resource, means for this one. While that attribute is `custom`, an unset one is
   * planned as that says; with any other value the service decides, and takes none.
   */
  readonly impliedBy?: { readonly attribute: string; readonly values: { readonly [value: string]: T } };
  /** Sent together with this one. */
  readonly companions?: readonly string[];
  /**
   * A change replaces the object; with `from`, only a change away from that value does; with `while`, only while the object has that
   * other attribute set to true.
   */
  readonly immutable?: true | { readonly from: T } | { readonly while: string };
  readonly sensitive?: true;
  /**
   * The service never returns it: the state keeps the configured value. When the `changeMarker` attribute changed elsewhere, the value is
   * dropped from the state, and the next plan sends it again.
   * `masked`: answers hold a mask in its place, which is no value.
   */
  readonly secret?: { readonly changeMarker?: string; readonly masked?: true };
  /**
   * Never stored. A fingerprint in private state (docs/decisions/0031) decides when `revision` (a visible attribute) increases by one.
   * While it is set, the attribute that it replaces (`insteadOf`) is null, even if the service returns a value.
   */
  readonly writeOnly?: { readonly revision: string; readonly changeMarker?: string; readonly insteadOf?: string };
  /** Computed: the sensitive attribute `of` in clear text; null while `unless` is true or a write-only attribute replaces it. */
  readonly readableCopy?: { readonly of: string; readonly unless: string };
  /** Only the first response contains it in full: the state keeps that value. */
  readonly revealedOnce?: true;
  /** The name of the attribute that decides whether entries missing from the configuration are kept (true) or removed. */
  readonly ownership?: string;
  /** Default: the value of that name in the provider block (`organization`) at the create; known at plan, and kept afterwards. */
  readonly inherits?: 'organization';
  /**
   * Attributes that identify the same object: a value of one of them is not a difference, and the configured spelling is kept (ID and slug
   * of an organization).
   */
  readonly equivalents?: readonly string[];
  /**
   * No response contains it. It is part of the identity, and a null in the state means "not known": the configured value is taken over
   * without a request and without a replacement.
   */
  readonly unanswered?: true;
  /** For ephemeral resources and data sources: the response contains it if it is not configured (a look-up by another attribute). */
  readonly returned?: true;
  /** The value where a document does not contain it. */
  readonly whenAbsent?: T;
  /** A setting of the provider only, never sent. */
  readonly local?: true;
  /** The attribute is sent only in the path of requests; a change replaces the object. */
  readonly pathParameter?: true;
  /** The resource whose ID this is: an import ID may contain its name instead. */
  readonly references?: string;
  readonly at?: WireLocation;
  /** What to use instead. */
  readonly deprecated?: string;
  /** Its former name, which is still accepted and reported as deprecated; see `renamed`. */
  readonly renamedFrom?: Renamed;
  /** For a former name, the new one. Derived from `renamedFrom`, never declared. */
  readonly formerNameOf?: string;
  /** Only some documents contain it (of one edition, of one kind of object): if it is missing, no further read follows. */
  readonly optionalInResponse?: true;
  /** A member that the specification takes on update only: what holds it is sent by an update right after the create (neutral profile). */
  readonly onlyOnUpdate?: true;
}

/** Whether an unset attribute keeps the value of the object, whatever an earlier configuration set. */
export const isLeftAlone = (attribute: Attribute): boolean =>
  attribute.leftAlone === true ||
  attribute.inherits !== undefined ||
  (attribute.default === serviceDefault && attribute.immutable === true);

/** Whether a null in a state is no value but one that no response contained: it may be filled in without a replacement. */
export const isUnreadNull = ({ mode, inherits, unanswered }: Attribute, prior: unknown): boolean =>
  isAbsent(prior) && (mode === 'required' || inherits !== undefined || unanswered === true);

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

/** The values of a configuration. */
export type ConfigValues<A extends Attributes> = { readonly [N in NamesWithMode<A, 'required'>]: ValueOf<A[N]['kind']> } & {
  readonly [N in NamesWithMode<A, 'optional'>]?: ValueOf<A[N]['kind']> | null;
};

/** The values of a response: all attributes, null if absent. */
export type StateValues<A extends Attributes> = { readonly [N in keyof A]: ValueOf<A[N]['kind']> | null };

/** The value of an object: required members are present, others may be absent. */
export type ObjectShape<A extends Attributes> = ConfigValues<A> & {
  readonly [N in NamesWithMode<A, 'computed'>]?: ValueOf<A[N]['kind']> | null;
};
