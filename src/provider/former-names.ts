import { type Attributes, hasFormerNames, isAbsent, toBothNames, toNewNames, type Values } from '@slipway/declarations/declare';
import type { ActionServer, DataSourceServer, Diagnostic, EphemeralServer, ResourceServer } from '../protocol/provider-server.ts';

/**
 * Wraps servers of declarations whose attributes have former names. Values from the engine are translated to new names, values to it have
 * both: a configuration can move from one name to the other without a difference, and references to either name work.
 */
interface Names {
  in<V extends Values | null>(values: V): V;
  out<V extends Values | null>(values: V): V;
  /** Diagnostics at the name that the configuration uses. */
  asWritten(diagnostics: readonly Diagnostic[], config: Values | null): readonly Diagnostic[];
}

const namesOf = (attributes: Attributes): Names => ({
  in: (values) => (values === null ? values : (toNewNames(attributes, values) as typeof values)),
  out: (values) => (values === null ? values : (toBothNames(attributes, values) as typeof values)),
  asWritten: (diagnostics, config) =>
    diagnostics.map((one) => {
      const [first, ...rest] = one.path ?? [];
      const former = typeof first === 'string' ? attributes[first]?.renamedFrom?.name : undefined;
      return former === undefined || isAbsent(config?.[former]) ? one : { ...one, path: [former, ...rest] };
    }),
});

export const resourceInBothNames = (server: ResourceServer, attributes: Attributes): ResourceServer => {
  if (!hasFormerNames(attributes)) return server;
  const names = namesOf(attributes);
  return {
    ...server,
    plan: async ({ prior, proposed, config, ...rest }, calling) => {
      const given = { prior: names.in(prior), proposed: names.in(proposed), config: names.in(config), ...rest };
      const { planned, diagnostics, ...more } = await server.plan(given, calling);
      return { ...more, planned: names.out(planned), diagnostics: names.asWritten(diagnostics, config) };
    },
    apply: async ({ prior, planned, config, ...rest }, calling) => {
      const given = { prior: names.in(prior), planned: names.in(planned), config: names.in(config), ...rest };
      const { state, diagnostics, ...more } = await server.apply(given, calling);
      return { ...more, state: names.out(state), diagnostics: names.asWritten(diagnostics, config) };
    },
    read: async ({ state, ...rest }, calling) => {
      const read = await server.read({ state: names.in(state), ...rest }, calling);
      return { ...read, state: names.out(read.state) };
    },
    import: async (given, calling) => {
      const { imported, diagnostics } = await server.import(given, calling);
      return { imported: imported.map((one) => ({ ...one, state: names.out(one.state) })), diagnostics };
    },
    // In the new names only: a configuration with both is refused.
    generate: (state) => server.generate(names.in(state)!),
    upgrade: async (given) => {
      const upgraded = await server.upgrade(given);
      return { ...upgraded, state: names.out(upgraded.state) };
    },
    ...(server.move
      ? {
          move: async (given) => {
            const moved = await server.move!(given);
            return { ...moved, state: names.out(moved.state) };
          },
        }
      : {}),
  };
};

export const dataSourceInBothNames = (server: DataSourceServer, attributes: Attributes): DataSourceServer => {
  if (!hasFormerNames(attributes)) return server;
  const names = namesOf(attributes);
  return {
    ...server,
    read: async (config, calling) => {
      const { state, diagnostics } = await server.read(names.in(config), calling);
      return { state: names.out(state), diagnostics: names.asWritten(diagnostics, config) };
    },
  };
};

export const ephemeralInBothNames = (server: EphemeralServer, attributes: Attributes): EphemeralServer => {
  if (!hasFormerNames(attributes)) return server;
  const names = namesOf(attributes);
  return {
    ...server,
    open: async (config, calling) => {
      const { result, diagnostics, ...more } = await server.open(names.in(config), calling);
      return { ...more, result: names.out(result), diagnostics: names.asWritten(diagnostics, config) };
    },
  };
};

export const actionInBothNames = (server: ActionServer, attributes: Attributes): ActionServer => {
  if (!hasFormerNames(attributes)) return server;
  const names = namesOf(attributes);
  return { ...server, invoke: async (config, calling) => names.asWritten(await server.invoke(names.in(config), calling), config) };
};
