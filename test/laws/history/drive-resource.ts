import type { Values } from '../../../declarations/src/declare/index.ts';
import type { Diagnostic, PrivateState, ResourceServer } from '../../../src/protocol/provider-server.ts';
import type { Provider } from '../../../src/protocol/provider-server.ts';

/** An object as an engine holds it. */
export interface Held {
  readonly state: Values;
  readonly private: PrivateState;
}

/** What provider or service say of a configuration that they do not take. */
export class RefusedConfiguration extends Error {}

const call = { signal: new AbortController().signal };
const requireNone = (diagnostics: readonly Diagnostic[]): void => {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error) throw new RefusedConfiguration(`${error.summary}: ${error.detail}`);
};

/** A configuration with all attributes: null where nothing is written. */
export const completeConfig = (server: ResourceServer, config: Values): Values =>
  Object.fromEntries(Object.entries(server.schema.attributes).map(([name]) => [name, config[name] ?? null]));

const destroyHeld = async (server: ResourceServer, held: Held): Promise<void> => {
  const destroyed = await server.apply({ prior: held.state, planned: null, config: null, private: held.private }, call);
  requireNone(destroyed.diagnostics);
};

/** Plans and applies as an engine does: a replacement is a destroy and a create. Throws RefusedConfiguration. */
export const applyConfiguration = async (server: ResourceServer, held: Held | null, values: Values): Promise<Held> => {
  const config = completeConfig(server, values);
  requireNone(await server.validate(config, { writeOnlyAllowed: true }));
  const plan = (prior: Held | null) =>
    server.plan({ prior: prior?.state ?? null, proposed: config, config, private: prior?.private }, call);
  let [before, planned] = [held, await plan(held)];
  requireNone(planned.diagnostics);
  if (before !== null && planned.replace.length > 0) {
    await destroyHeld(server, before);
    before = null;
    planned = await plan(null);
    requireNone(planned.diagnostics);
  }
  if (before !== null && isSame(before.state, planned.planned!)) return before;
  const applied = await server.apply({ prior: before?.state ?? null, planned: planned.planned, config, private: planned.private }, call);
  requireNone(applied.diagnostics);
  return refreshHeld(server, { state: applied.state!, private: applied.private });
};

/** The object after a refresh. Throws where it is gone. */
export const refreshHeld = async (server: ResourceServer, held: Held): Promise<Held> => {
  const read = await server.read({ state: held.state, private: held.private }, call);
  requireNone(read.diagnostics);
  if (read.state === null) throw new Error('the object is not there');
  return { state: read.state, private: read.private };
};

/** The attributes that a plan of the configuration changes. */
export const plannedChanges = async (server: ResourceServer, held: Held, values: Values): Promise<readonly string[]> => {
  const config = completeConfig(server, values);
  const { planned, diagnostics } = await server.plan({ prior: held.state, proposed: config, config, private: held.private }, call);
  requireNone(diagnostics);
  return Object.keys(planned!).filter((name) => !isSame(planned![name], held.state[name]));
};

/** Equality of values; one that is not known yet equals none. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Symbol.for('slipway.unknown') in value) return '(known after apply)';
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sortKeys(one)]),
  );
};

export const serverOf = (provider: Provider, type: string): ResourceServer => provider.resources[`slipway_${type}`]!;
