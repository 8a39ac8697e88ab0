import { isAbsent, type Resource, type Values } from '../declare/index.ts';
import { changedNames } from '../plan/mark-dependents.ts';
import { reconcileMembers, omitReplacedSecrets } from '../plan/reconcile.ts';
import { computeFingerprint, type Fingerprints, hasMarkerChanged } from '../plan/write-only.ts';
import { type ApplyContext, startOperation, type ResourceOperations } from './apply-operation.ts';
import { type InconsistentResult, checkResult } from './check-result.ts';

export interface ApplyResult {
  /** Null: nothing was made. */
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

/** Write-only values that must be sent now: on create all, later those whose revision moved. */
const writeOnlyToSend = (resource: Resource, prior: Values | null, planned: Values, config: Values): Values =>
  Object.fromEntries(
    Object.entries(resource.attributes).flatMap(([name, attribute]) => {
      if (!attribute.writeOnly || isAbsent(config[name])) return [];
      const { revision } = attribute.writeOnly;
      return prior === null || prior[revision] !== planned[revision] ? [[name, config[name]]] : [];
    }),
  );

/** The prints after a put: of what was sent, and the witnesses the service answered. */
const updateFingerprints = (resource: Resource, prints: Fingerprints, sent: Values, state: Values): Fingerprints => {
  const out = { ...prints.prints },
    witnesses: Record<string, unknown> = { ...prints.witnesses };
  for (const [name, value] of Object.entries(sent)) out[name] = computeFingerprint(prints.salt, value);
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const witness = attribute.secret?.changeMarker ?? attribute.writeOnly?.changeMarker;
    if (witness !== undefined && !isAbsent(state[witness])) witnesses[name] = state[witness];
  }
  return { salt: prints.salt, prints: out, witnesses };
};

/** Creates or updates, and keeps the books: partial state, prints, the verdict on the answer. Never throws after a request succeeded. */
export const applyResource = async (
  resource: Resource,
  verbs: ResourceOperations,
  given: { prior: Values | null; planned: Values; config: Values; prints: Fingerprints },
  around: ApplyContext,
): Promise<ApplyResult> => {
  const { prior, planned, config, prints } = given;
  const sent = writeOnlyToSend(resource, prior, planned, config);
  const want = resolveRevisions(resource, prior, planned, config, prints, sent);
  const job = startOperation(resource, {
    prior,
    want,
    said: configuredNames(resource, config, planned),
    changed: prior === null ? Object.keys(resource.attributes) : changedNames(resource.attributes, prior, want),
  });
  let error: unknown;
  try {
    await verbs.put(job, around);
  } catch (thrown) {
    error = thrown ?? new Error('a verb threw nothing');
  }
  if (error !== undefined && prior === null && job.written().length === 0)
    return { state: null, fingerprints: prints, inconsistencies: [], error };
  const reached = Object.fromEntries(Object.entries(sent).filter(([name]) => job.written().includes(name)));
  const state = { ...localValues(resource, want, prior, error === undefined), ...job.state() };
  const verdict = checkResult(resource.attributes, error === undefined ? want : state, config, state);
  const after = updateFingerprints(resource, prints, reached, verdict.state);
  return { state: verdict.state, fingerprints: after, inconsistencies: verdict.broken, ...(error === undefined ? {} : { error }) };
};

/** A revision that was unknown at plan is known now. */
const resolveRevisions = (
  resource: Resource,
  prior: Values | null,
  planned: Values,
  config: Values,
  prints: Fingerprints,
  sent: Values,
): Values => {
  const want: Record<string, unknown> = { ...planned, ...sent };
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!attribute.writeOnly) continue;
    const { revision } = attribute.writeOnly;
    if (typeof want[revision] !== 'object' || want[revision] === null) continue;
    const last = Number(prior?.[revision] ?? 0);
    const moved = prints.prints[name] !== computeFingerprint(prints.salt, config[name]);
    want[revision] = isAbsent(config[name]) ? null : moved ? last + 1 : last;
  }
  return want;
};

const localValues = (resource: Resource, want: Values, prior: Values | null, whole: boolean): Values =>
  Object.fromEntries(
    Object.entries(resource.attributes)
      .filter(([, a]) => a.local || a.pathParameter || a.inherits)
      .map(([name]) => [name, (whole || prior === null ? want : prior)[name] ?? null]),
  );

/** What a refresh makes of the state: theirs in our spelling; a secret that was changed elsewhere is forgotten, so that the plan sends it again. */
export const refreshResource = async (
  resource: Resource,
  verbs: ResourceOperations,
  given: { state: Values; prints: Fingerprints },
  around: ApplyContext,
): Promise<{ state: Values | null; prints: Fingerprints }> => {
  const { state, prints } = given;
  const seen = await verbs.read(state, around, prints.imported);
  if (seen === null) return { state: null, prints };
  const next: Record<string, unknown> = reconcileMembers(resource.attributes, state, omitReplacedSecrets(resource.attributes, state, seen));
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (attribute.secret && hasMarkerChanged(prints, name, attribute.secret.changeMarker, next) && !(name in seen)) next[name] = null;
    if (attribute.local && isAbsent(next[name]) && attribute.default !== undefined && typeof attribute.default !== 'symbol')
      next[name] = attribute.default;
  }
  const { imported, ...rest } = prints;
  return { state: next, prints: imported ? updateFingerprints(resource, rest, {}, next) : rest };
};
