import type { Attributes, Resource, Values } from '../declare/index.ts';

/** Only today's attributes, each at least null: what an older version wrote and we no longer know is left behind. */
export const conform = (attributes: Attributes, state: Values): Values =>
  Object.fromEntries(Object.entries(attributes).map(([name, { kind }]) => {
    const value = state[name] ?? null;
    if (value === null || !kind.members) return [name, value];
    return [name, conform(kind.members, value as Values)];
  }));

/** Runs the upgrades from `version` to today's. A newer version than ours is told as the person's: they run an older plugin. */
export const upgradeState = (resource: Resource, version: number, state: Values): Values => {
  const steps = resource.upgrades ?? [];
  if (version > steps.length) throw new NewerState(resource.name, version, steps.length);
  return conform(resource.attributes, steps.slice(version).reduce((old, step) => step(old as Record<string, unknown>), state));
};

export class NewerState extends Error {
  constructor(name: string, version: number, ours: number) {
    super(`The state of this ${name.replaceAll('_', ' ')} was written by a newer version of the provider (schema ${version}; this one knows ${ours}). Use that version or a newer one.`);
  }
}
