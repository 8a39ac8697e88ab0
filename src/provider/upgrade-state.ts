import { type Attributes, nounOf, type Resource, type Values } from '@slipway/declarations/declare';

/** The attributes of the current schema, null where the state has none; other attributes of an older version are dropped. */
export const conformToSchema = (attributes: Attributes, state: Values): Values =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { kind }]) => {
      const value = state[name] ?? null;
      if (value === null || !kind.members) return [name, value];
      return [name, conformToSchema(kind.members, value as Values)];
    }),
  );

/** Runs the state upgrades from `version` to the current one. Throws NewerStateError for a newer version. */
export const upgradeState = (resource: Resource, version: number, state: Values): Values => {
  const steps = resource.upgrades ?? [];
  if (version > steps.length) throw new NewerStateError(resource.name, version, steps.length);
  return conformToSchema(
    resource.attributes,
    steps.slice(version).reduce((old, step) => step(old as Record<string, unknown>, resource.attributes), state),
  );
};

/** The state has a schema version that this version of the provider does not support. */
export class NewerStateError extends Error {
  constructor(name: string, version: number, ours: number) {
    super(
      `The stored state of this ${nounOf(name)} has schema version ${version}; this ` +
        `version of the provider supports versions up to ${ours}. ` +
        'Install the version of the provider that wrote it, or a newer one. Nothing was changed.',
    );
  }
}
