import { type Attributes, isAbsent, isUnknown, type AttributeKind, type Values } from '@slipway/declarations/declare';
import { isEmpty, isEqualOrEmpty } from './is-equal.ts';

/**
 * The service's value, in the spelling of the state where both are equal: the order of a set, the format of a time, null for "".
 * Otherwise each spelling would be a permanent difference.
 */
export const reconcile = (kind: AttributeKind, ours: unknown, theirs: unknown): unknown => {
  if (isUnknown(ours))
    return kind.members && !isAbsent(theirs)
      ? { ...Object.fromEntries(Object.keys(kind.members).map((name) => [name, null])), ...(theirs as Values) }
      : theirs;
  if (kind.members && !isAbsent(theirs) && !(isAbsent(ours) && isEmpty(theirs)))
    return reconcileMembers(kind.members, (ours ?? {}) as Values, theirs as Values);
  if (kind.item?.members && kind.collection === 'map' && !isAbsent(ours) && !isAbsent(theirs)) {
    const item = kind.item;
    return Object.fromEntries(
      Object.entries(theirs as Values).map(([key, value]) => [key, reconcile(item, (ours as Values)[key] ?? {}, value)]),
    );
  }
  return isEqualOrEmpty(kind, ours, theirs) ? (ours ?? null) : theirs;
};

/** Reconciles member by member; members that the service did not return stay. */
export const reconcileMembers = (members: Attributes, ours: Values, theirs: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const before = ours[name] ?? null;
      if (!(name in theirs)) return [name, isUnknown(before) ? null : before];
      // After an import the state has no spelling yet: an empty value is spelled as the default, or the next plan would write it.
      if (before === null && isEmpty(theirs[name]) && !isAbsent(member.default) && isEmpty(member.default)) return [name, member.default];
      if ((member.revealedOnce || member.equivalents) && before !== null && !isUnknown(before)) return [name, before];
      // "No tags" differs from tags that the configuration does not own.
      if (before === null && member.ownership !== undefined) return [name, theirs[name] ?? null];
      return [name, reconcile(member.kind, before, theirs[name] ?? null)];
    }),
  );

/** The returned values without attributes that a write-only one replaces: a secret in clear text never reaches a state. */
export const omitReplacedSecrets = (attributes: Attributes, state: Values, theirs: Values): Values => {
  const hidden = Object.values(attributes).flatMap(({ writeOnly }) =>
    writeOnly?.insteadOf !== undefined && !isAbsent(state[writeOnly.revision]) ? [writeOnly.insteadOf] : [],
  );
  for (const [name, { readableCopy }] of Object.entries(attributes))
    if (readableCopy && hidden.includes(readableCopy.of)) hidden.push(name);
  return hidden.length === 0 ? theirs : Object.fromEntries(Object.entries(theirs).filter(([name]) => !hidden.includes(name)));
};
