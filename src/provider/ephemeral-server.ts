import { type Ephemeral, nounOf, type Values } from '@slipway/declarations/declare';
import { providerSchema, validateConfig } from '@slipway/declarations/derive';
import type { EphemeralServer } from '../protocol/provider-server.ts';
import { createContext } from './create-context.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseConfigError } from './diagnose.ts';
import type { EphemeralHandler } from './ephemeral-handler.ts';
import { oneOfSeveralTokens, onlyToken } from './open-token.ts';
import { usageExportDownload } from './open-usage-export.ts';
import { sensitiveOutputs } from './open-outputs.ts';
import { requireSetting } from './provider-section.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';

/** How each is opened and closed, by name. */
const handlers: { readonly [name: string]: EphemeralHandler } = {
  agent_token: oneOfSeveralTokens,
  ci_usage_export_download: usageExportDownload,
  organization_token: onlyToken,
  team_token: oneOfSeveralTokens,
  workspace_outputs: sensitiveOutputs,
};

/** The configuration with defaults filled in, those of the provider block too. */
const applyDefaults = ({ attributes }: Ephemeral, config: Values, organization: () => string): Values =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { default: defaultValue, inherits }]) => [
      name,
      config[name] ?? (inherits ? organization() : defaultValue === undefined || typeof defaultValue === 'symbol' ? null : defaultValue),
    ]),
  );

export const ephemeralServer = (of: Ephemeral, provider: ProviderContext): EphemeralServer => {
  const handler = handlers[of.name];
  if (handler === undefined) throw new Error(`the ephemeral resource ${of.name} is declared and opens nothing`);
  const context = (signal: AbortSignal) => createApplyContext(provider, of.service, signal, provider.log);
  const organization = () => requireSetting(provider.clients().section(of.service), 'organization');
  return {
    schema: providerSchema(of),
    validate: async (config) => [...validateConfig(of, config).map(diagnoseConfigError), ...deprecationWarnings(of, config)],
    open: async (config, { signal, abandoned = signal }) => {
      try {
        // A stop does not cancel what was begun: an object whose ID is not known could not be deleted.
        const opening = handler.close ? createContext(context(signal), abandoned) : context(signal);
        const { result, held } = await handler.open(of, applyDefaults(of, config, organization), opening);
        return { result, diagnostics: [], ...(held ? { private: encodeHeld(held) } : {}) };
      } catch (error) {
        return { result: null, diagnostics: [provider.diagnose(error, `open the ${nounOf(of.name)}`)] };
      }
    },
    close: async ({ private: held }, { signal }) => {
      try {
        if (handler.close && held?.length) await handler.close(of, decodeHeld(held), context(signal));
        return { diagnostics: [] };
      } catch (error) {
        return { diagnostics: [provider.diagnose(error, `close the ${nounOf(of.name)}`)] };
      }
    },
  };
};

const encodeHeld = (held: Values): Uint8Array => new TextEncoder().encode(JSON.stringify(held));
const decodeHeld = (bytes: Uint8Array): Values => JSON.parse(new TextDecoder().decode(bytes)) as Values;
