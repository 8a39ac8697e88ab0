import { type Attribute, type Attributes, isAbsent, isUnknown, type AttributeKind, type Values } from '@slipway/declarations/declare';
import { isEqualOrEmpty } from '../plan/is-equal.ts';

/** The values that the service did not keep as planned. */
export interface InconsistentResult {
  readonly name: string;
  readonly planned: unknown;
  readonly actual: unknown;
  readonly sensitive: boolean;
}

/** Whether what was answered is another thing than what was planned, leaving aside what the service decides. */
export const isDifferent = (kind: AttributeKind, planned: unknown, answered: unknown): boolean => {
  if (isUnknown(planned)) return false;
  if (kind.members && !isAbsent(planned) && !isAbsent(answered))
    return Object.entries(kind.members).some(([name, member]) => {
      const desiredItems = (planned as Values)[name];
      if (member.mode === 'computed') return false;
      return isDifferent(member.kind, desiredItems, (answered as Values)[name]);
    });
  if (kind.item?.members && kind.collection === 'map' && !isAbsent(planned) && !isAbsent(answered)) {
    const keys = Object.keys(planned as Values);
    return (
      keys.length !== Object.keys(answered as Values).length ||
      keys.some(
        (key) =>
          !(key in (answered as Values)) || isDifferent(kind.item as AttributeKind, (planned as Values)[key], (answered as Values)[key]),
      )
    );
  }
  return !isEqualOrEmpty(kind, planned, answered);
};

/** Whether the configuration or a declared default decides the value, rather than the service. */
const isUserDecided = (attribute: Attribute, config: unknown): boolean =>
  attribute.mode !== 'computed' && !attribute.writeOnly && (!isAbsent(config) || typeof attribute.default !== 'symbol');

/**
 * Compares the state with the plan. A value that the configuration decides and the service changed is reported, and the state
 * holds the service's value. A value that the service decides stays as planned until the next refresh: an engine rejects any
 * other result.
 */
export const checkResult = (
  attributes: Attributes,
  planned: Values,
  config: Values,
  state: Values,
): { state: Record<string, unknown>; broken: readonly InconsistentResult[] } => {
  const out: Record<string, unknown> = {};
  const broken: InconsistentResult[] = [];
  for (const [name, attribute] of Object.entries(attributes)) {
    const answered = state[name] ?? null;
    if (attribute.writeOnly) {
      out[name] = null;
      continue;
    }
    out[name] = isUnknown(answered) ? null : answered;
    if (isUnknown(planned[name]) || !isDifferent(attribute.kind, planned[name], answered)) {
      if (!isUnknown(planned[name]) && isEqualOrEmpty(attribute.kind, planned[name], answered)) out[name] = planned[name] ?? null;
      continue;
    }
    if (isUserDecided(attribute, config[name]) && !attribute.inherits) {
      broken.push({ name, planned: planned[name], actual: answered, sensitive: Boolean(attribute.sensitive ?? attribute.secret) });
    } else out[name] = planned[name] ?? null;
  }
  return { state: out, broken };
};
