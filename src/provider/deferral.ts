import { hasUnknown, unknown, type Values } from '@slipway/declarations/declare';
import type {
  ActionServer,
  CallContext,
  DataSourceServer,
  Deferrable,
  EphemeralServer,
  ResourceServer,
} from '../protocol/provider-server.ts';

/**
 * Servers whose calls about a service are put off while the provider's section of that service has values that are not known yet, where
 * the engine allows it (`deferral_allowed`); a read also while its own configuration has such values. A plan needs no value: it is answered
 * and marked. Without that permission nothing changes.
 */
type IsUnknown = () => boolean;

const ofProvider = (isUnknown: IsUnknown, { deferralAllowed }: CallContext): Deferrable =>
  deferralAllowed === true && isUnknown() ? { deferred: 'provider-config-unknown' } : {};

const ofConfig = (isUnknown: IsUnknown, config: Values, call: CallContext): Deferrable => {
  const waiting = ofProvider(isUnknown, call);
  return waiting.deferred === undefined && call.deferralAllowed === true && hasUnknown(config)
    ? { deferred: 'resource-config-unknown' }
    : waiting;
};

export const deferResource = (server: ResourceServer, isUnknown: IsUnknown): ResourceServer => ({
  ...server,
  plan: async (input, call) => ({ ...(await server.plan(input, call)), ...ofProvider(isUnknown, call) }),
  read: async (input, call) => {
    const waiting = ofProvider(isUnknown, call);
    return waiting.deferred === undefined ? server.read(input, call) : { ...input, diagnostics: [], ...waiting };
  },
  // Without an object the engine makes up one that is not there yet.
  import: async (input, call) => {
    const waiting = ofProvider(isUnknown, call);
    return waiting.deferred === undefined ? server.import(input, call) : { imported: [], diagnostics: [], ...waiting };
  },
});

export const deferDataSource = (server: DataSourceServer, isUnknown: IsUnknown): DataSourceServer => ({
  ...server,
  read: async (config, call) => {
    const waiting = ofConfig(isUnknown, config, call);
    if (waiting.deferred === undefined) return server.read(config, call);
    // What the read would return is unknown, not null: expressions may refer to it.
    const state = Object.fromEntries(
      Object.entries(server.schema.attributes).map(([name, { computed }]) => [
        name,
        computed === true ? (config[name] ?? unknown) : (config[name] ?? null),
      ]),
    );
    return { state, diagnostics: [], ...waiting };
  },
});

export const deferEphemeral = (server: EphemeralServer, isUnknown: IsUnknown): EphemeralServer => ({
  ...server,
  open: async (config, call) => {
    const waiting = ofConfig(isUnknown, config, call);
    return waiting.deferred === undefined ? server.open(config, call) : { result: null, diagnostics: [], ...waiting };
  },
});

/** Engines know no other reason for an action than the provider's configuration. */
export const deferAction = (server: ActionServer, isUnknown: IsUnknown): ActionServer => ({
  ...server,
  plan: async (config, call) => ({ diagnostics: await server.validate(config), ...ofProvider(isUnknown, call) }),
});
