import { isAbsent, type Resource, type Values } from '../declare/index.ts';
import { changedNames } from '../plan/follow.ts';
import { keepMembers, withoutStandIns } from '../plan/keep.ts';
import { printOf, type Prints, witnessMoved } from '../plan/write-only.ts';
import { type Surroundings, startJob, type Verbs } from './job.ts';
import { type Broken, judge } from './judge.ts';

export interface Applied {
  /** Null: nothing was made. */
  readonly state: Values | null;
  readonly prints: Prints;
  readonly broken: readonly Broken[];
  /** What stopped it; the state is what had succeeded by then. */
  readonly error?: unknown;
}

const saidIn = (resource: Resource, config: Values, planned: Values): readonly string[] =>
  Object.keys(resource.attributes).filter((name) => !isAbsent(config[name]) || (resource.attributes[name]?.inherits && !isAbsent(planned[name])));

/** Write-only values that must be sent now: on create all, later those whose revision moved. */
const writeOnlyNow = (resource: Resource, prior: Values | null, planned: Values, config: Values): Values =>
  Object.fromEntries(Object.entries(resource.attributes).flatMap(([name, attribute]) => {
    if (!attribute.writeOnly || isAbsent(config[name])) return [];
    const { revision } = attribute.writeOnly;
    return prior === null || prior[revision] !== planned[revision] ? [[name, config[name]]] : [];
  }));

/** The prints after a put: of what was sent, and the witnesses the service answered. */
const printsAfter = (resource: Resource, prints: Prints, sent: Values, state: Values): Prints => {
  const out = { ...prints.prints }, witnesses: Record<string, unknown> = { ...prints.witnesses };
  for (const [name, value] of Object.entries(sent)) out[name] = printOf(prints.salt, value);
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const witness = attribute.secret?.witness ?? attribute.writeOnly?.witness;
    if (witness !== undefined && !isAbsent(state[witness])) witnesses[name] = state[witness];
  }
  return { salt: prints.salt, prints: out, witnesses };
};

/** Creates or updates, and keeps the books: partial state, prints, the verdict on the answer. Never throws after a request succeeded. */
export const apply = async (
  resource: Resource, verbs: Verbs, given: { prior: Values | null; planned: Values; config: Values; prints: Prints }, around: Surroundings,
): Promise<Applied> => {
  const { prior, planned, config, prints } = given;
  const sent = writeOnlyNow(resource, prior, planned, config);
  const want = resolveRevisions(resource, prior, planned, config, prints, sent);
  const job = startJob(resource, {
    prior, want, said: saidIn(resource, config, planned),
    changed: prior === null ? Object.keys(resource.attributes) : changedNames(resource.attributes, prior, want),
  });
  let error: unknown;
  try { await verbs.put(job, around); } catch (thrown) { error = thrown ?? new Error('a verb threw nothing'); }
  if (error !== undefined && prior === null && job.written().length === 0) return { state: null, prints, broken: [], error };
  const reached = Object.fromEntries(Object.entries(sent).filter(([name]) => job.written().includes(name)));
  const state = { ...withLocals(resource, want, prior, error === undefined), ...job.state() };
  const verdict = judge(resource.attributes, error === undefined ? want : state, config, state);
  const after = printsAfter(resource, prints, reached, verdict.state);
  return { state: verdict.state, prints: after, broken: verdict.broken, ...(error === undefined ? {} : { error }) };
};

/** A revision that was unknown at plan is known now. */
const resolveRevisions = (resource: Resource, prior: Values | null, planned: Values, config: Values, prints: Prints, sent: Values): Values => {
  const want: Record<string, unknown> = { ...planned, ...sent };
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!attribute.writeOnly) continue;
    const { revision } = attribute.writeOnly;
    if (typeof want[revision] !== 'object' || want[revision] === null) continue;
    const last = Number(prior?.[revision] ?? 0);
    const moved = prints.prints[name] !== printOf(prints.salt, config[name]);
    want[revision] = isAbsent(config[name]) ? null : moved ? last + 1 : last;
  }
  return want;
};

const withLocals = (resource: Resource, want: Values, prior: Values | null, whole: boolean): Values =>
  Object.fromEntries(Object.entries(resource.attributes).filter(([, a]) => a.local || a.address || a.inherits).map(([name]) => [name, (whole || prior === null ? want : prior)[name] ?? null]));

/** What a refresh makes of the state: theirs in our spelling; a secret that was changed elsewhere is forgotten, so that the plan sends it again. */
export const refresh = async (
  resource: Resource, verbs: Verbs, given: { state: Values; prints: Prints }, around: Surroundings,
): Promise<{ state: Values | null; prints: Prints }> => {
  const { state, prints } = given;
  const seen = await verbs.read(state, around, prints.imported);
  if (seen === null) return { state: null, prints };
  const next: Record<string, unknown> = keepMembers(resource.attributes, state, withoutStandIns(resource.attributes, state, seen));
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (attribute.secret && witnessMoved(prints, name, attribute.secret.witness, next) && !(name in seen)) next[name] = null;
    if (attribute.local && isAbsent(next[name]) && attribute.default !== undefined && typeof attribute.default !== 'symbol') next[name] = attribute.default;
  }
  const { imported, ...rest } = prints;
  return { state: next, prints: imported ? printsAfter(resource, rest, {}, next) : rest };
};
