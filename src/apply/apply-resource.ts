import { describeBug } from '@slipway/declarations/bug-report';
import { type Attribute, isAbsent, isUnknown, type Resource, type Values } from '@slipway/declarations/declare';
import { isEqual } from '../plan/is-equal.ts';
import { changedNames } from '../plan/mark-dependents.ts';
import { reconcileMembers, omitReplacedSecrets } from '../plan/reconcile.ts';
import { createFingerprint } from '../plan/fingerprint.ts';
import { configuredPaths, withdrawnValues } from '../plan/withdrawn.ts';
import { findUnchanged, type Fingerprints, hasMarkerChanged } from '../plan/write-only.ts';
import { type ApplyContext, startOperation, type ResourceOperations } from './apply-operation.ts';
import { type InconsistentResult, checkResult } from './check-result.ts';

export interface ApplyResult {
  /** Null: no object was created. */
  readonly state: Values | null;
  readonly fingerprints: Fingerprints;
  readonly inconsistencies: readonly InconsistentResult[];
  /** What stopped it; the state is what had succeeded by then. */
  readonly error?: unknown;
}

const configuredNames = (resource: Resource, config: Values, planned: Values): readonly string[] =>
  Object.keys(resource.attributes).filter(
    (name) => !isAbsent(config[name]) || (resource.attributes[name]?.inherits && !isAbsent(planned[name])),
  );

/** Write-only values to send: all on create, later those whose revision changed, or an attribute that brings them along. */
const writeOnlyToSend = (resource: Resource, prior: Values | null, planned: Values, config: Values): Values =>
  Object.fromEntries(
    Object.entries(resource.attributes).flatMap(([name, attribute]) => {
      if (!attribute.writeOnly || isAbsent(config[name])) return [];
      const { revision } = attribute.writeOnly;
      const isBrought = (other: string, { companions, kind }: Attribute): boolean =>
        companions?.includes(name) === true && !isEqual(kind, prior?.[other], planned[other]);
      const isSent =
        prior === null ||
        prior[revision] !== planned[revision] ||
        Object.entries(resource.attributes).some(([other, attribute]) => isBrought(other, attribute));
      return isSent ? [[name, config[name]]] : [];
    }),
  );

/** The fingerprints of the values that were sent, together with those of values that were not; empty if fingerprints are not kept. */
const fingerprintSent = async ({ prints }: Fingerprints, sent: Values, areKept: boolean): Promise<Fingerprints['prints']> => {
  if (!areKept) return {};
  const created = Object.entries(sent).map(async ([name, value]) => [name, await createFingerprint(value)] as const);
  return { ...prints, ...Object.fromEntries(await Promise.all(created)) };
};

/** The change markers that the service returned with the state. */
const updateMarkers = (resource: Resource, fingerprints: Fingerprints, state: Values): Fingerprints['witnesses'] => {
  const changeMarkers: Record<string, unknown> = { ...fingerprints.witnesses };
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const changeMarker = attribute.secret?.changeMarker ?? attribute.writeOnly?.changeMarker;
    if (changeMarker !== undefined && !isAbsent(state[changeMarker])) changeMarkers[name] = state[changeMarker];
  }
  return changeMarkers;
};

/** What private state keeps of the configuration; after an error also what the last apply kept, which may still be there. */
const rememberConfigured = (resource: Resource, config: Values, kept: readonly string[] = []): Pick<Fingerprints, 'configured'> => {
  const configured = [...new Set([...kept, ...configuredPaths(resource.attributes, config)])];
  return configured.length === 0 ? {} : { configured };
};

/**
 * Creates or updates an object. Returns the state (partial after an error), fingerprints and inconsistencies; never throws after a
 * successful request.
 */
export const applyResource = async (
  resource: Resource,
  operations: ResourceOperations,
  input: { prior: Values | null; planned: Values; config: Values; prints: Fingerprints; keepsFingerprints?: boolean },
  context: ApplyContext,
): Promise<ApplyResult> => {
  const { prior, planned, config, prints: fingerprints, keepsFingerprints = true } = input;
  const sent = writeOnlyToSend(resource, prior, planned, config);
  const isOpen = Object.values(resource.attributes).some(({ writeOnly }) => writeOnly && isUnknown(planned[writeOnly.revision]));
  const unchanged = await (isOpen ? findUnchanged(resource.attributes, prior, config, fingerprints, keepsFingerprints) : new Set<string>());
  const desired = resolveRevisions(resource, prior, planned, config, unchanged, sent);
  const operation = startOperation(resource, {
    prior,
    desired,
    configured: configuredNames(resource, config, planned),
    withdrawn: prior === null ? {} : withdrawnValues(resource.attributes, config, fingerprints.configured, desired),
    changed: prior === null ? Object.keys(resource.attributes) : changedNames(resource.attributes, prior, desired),
  });
  let error: unknown;
  try {
    await operations.put(operation, context);
  } catch (cause) {
    error = cause ?? new Error(describeBug('An operation failed without an error.'));
  }
  if (error !== undefined && prior === null && operation.written().length === 0)
    return { state: null, fingerprints, inconsistencies: [], error };
  const sentValues = Object.fromEntries(Object.entries(sent).filter(([name]) => operation.written().includes(name)));
  const state = { ...localValues(resource, desired, prior, error === undefined), ...operation.state() };
  const checked = checkResult(resource.attributes, error === undefined ? desired : state, config, state);
  const after = {
    prints: await fingerprintSent(fingerprints, sentValues, keepsFingerprints),
    witnesses: updateMarkers(resource, fingerprints, checked.state),
    ...rememberConfigured(resource, config, error === undefined ? [] : fingerprints.configured),
  };
  return { state: checked.state, fingerprints: after, inconsistencies: checked.broken, ...(error === undefined ? {} : { error }) };
};

/** A revision that was unknown at plan is known now. */
const resolveRevisions = (
  resource: Resource,
  prior: Values | null,
  planned: Values,
  config: Values,
  unchanged: ReadonlySet<string>,
  sent: Values,
): Values => {
  const desired: Record<string, unknown> = { ...planned, ...sent };
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!attribute.writeOnly) continue;
    const { revision } = attribute.writeOnly;
    if (typeof desired[revision] !== 'object' || desired[revision] === null) continue;
    const last = Number(prior?.[revision] ?? 0);
    desired[revision] = isAbsent(config[name]) ? null : unchanged.has(name) ? last : last + 1;
  }
  return desired;
};

const localValues = (resource: Resource, desired: Values, prior: Values | null, whole: boolean): Values =>
  Object.fromEntries(
    Object.entries(resource.attributes)
      .filter(([, a]) => a.local || a.pathParameter || a.inherits)
      .map(([name]) => [name, (whole || prior === null ? desired : prior)[name] ?? null]),
  );

/**
 * The state after a refresh: the service's values in the spelling of the state. A secret that was changed elsewhere is removed, so that
 * the next plan sends it again.
 */
export const refreshResource = async (
  resource: Resource,
  operations: ResourceOperations,
  input: { state: Values; prints: Fingerprints; keepsFingerprints?: boolean },
  context: ApplyContext,
): Promise<{ state: Values | null; prints: Fingerprints }> => {
  const { state, prints: fingerprints, keepsFingerprints = true } = input;
  const current = await operations.read(state, context, fingerprints.imported);
  if (current === null) return { state: null, prints: fingerprints };
  const next: Record<string, unknown> = reconcileMembers(
    resource.attributes,
    state,
    omitReplacedSecrets(resource.attributes, state, current),
  );
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (attribute.secret && hasMarkerChanged(fingerprints, name, attribute.secret.changeMarker, next) && !(name in current))
      next[name] = null;
    if (attribute.local && isAbsent(next[name]) && attribute.default !== undefined && typeof attribute.default !== 'symbol')
      next[name] = attribute.default;
  }
  const { imported, ...rest } = fingerprints;
  return {
    state: next,
    prints: {
      ...rest,
      prints: keepsFingerprints ? rest.prints : {},
      witnesses: imported ? updateMarkers(resource, rest, next) : rest.witnesses,
    },
  };
};
