import { type Ephemeral, nounOf, type Values } from '../declare/index.ts';
import { providerSchema, validateConfig } from '../derive/index.ts';
import type { EphemeralServer } from '../protocol/provider-server.ts';
import type { ApplyContext } from '../apply/apply-operation.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { openUsageExport } from './open-usage-export.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';

type OpenHandler = (of: Ephemeral, config: Values, context: ApplyContext) => Promise<Values>;

/** What opening each does, by name. Nothing is held at the service, so closing has nothing to do. */
const openHandlers: { readonly [name: string]: OpenHandler } = { ci_usage_export_download: openUsageExport };

/** The configuration with defaults filled in. */
const applyDefaults = ({ attributes }: Ephemeral, config: Values): Values =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { default: defaultValue }]) => [
      name,
      config[name] ?? (defaultValue === undefined || typeof defaultValue === 'symbol' ? null : defaultValue),
    ]),
  );

export const ephemeralServer = (of: Ephemeral, provider: ProviderContext): EphemeralServer => {
  const opening = openHandlers[of.name];
  if (opening === undefined) throw new Error(`the ephemeral resource ${of.name} is declared and opens nothing`);
  return {
    schema: providerSchema(of),
    validate: async (config) => [...validateConfig(of, config).map(diagnoseConfigError), ...deprecationWarnings(of, config)],
    open: async (config, { signal }) => {
      try {
        return {
          result: await opening(of, applyDefaults(of, config), createApplyContext(provider, of.service, signal, provider.log)),
          diagnostics: [],
        };
      } catch (error) {
        return { result: null, diagnostics: [provider.diagnose(error, `open the ${nounOf(of.name)}`)] };
      }
    },
    close: async () => ({ diagnostics: [] }),
  };
};
