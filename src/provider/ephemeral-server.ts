import { type Ephemeral, nounOf, type Values } from '../declare/index.ts';
import { providerSchema, verdict } from '../derive/index.ts';
import type { EphemeralServer } from '../protocol/server.ts';
import type { Surroundings } from '../apply/job.ts';
import { deprecations } from './deprecations.ts';
import { diagnoseFault } from './diagnose.ts';
import { openUsageExport } from './open-usage-export.ts';
import { type Behind, surroundings } from './resource-server.ts';

type Opening = (of: Ephemeral, config: Values, around: Surroundings) => Promise<Values>;

/** What opening each does, by name. Nothing is held at the service, so closing has nothing to do. */
const openings: { readonly [name: string]: Opening } = { ci_usage_export_download: openUsageExport };

/** Silence, said. */
const filled = ({ attributes }: Ephemeral, config: Values): Values =>
  Object.fromEntries(Object.entries(attributes).map(([name, { default: silence }]) => [name, config[name] ?? (silence === undefined || typeof silence === 'symbol' ? null : silence)]));

export const ephemeralServer = (of: Ephemeral, behind: Behind): EphemeralServer => {
  const opening = openings[of.name];
  if (opening === undefined) throw new Error(`the ephemeral resource ${of.name} is declared and opens nothing`);
  return {
    schema: providerSchema(of),
    validate: async (config) => [...verdict(of, config).map(diagnoseFault), ...deprecations(of, config)],
    open: async (config, { signal }) => {
      try { return { result: await opening(of, filled(of, config), surroundings(behind, of.service, signal, behind.log)), diagnostics: [] }; } catch (error) {
        return { result: null, diagnostics: [behind.diagnose(error, `open the ${nounOf(of.name)}`)] };
      }
    },
    close: async () => ({ diagnostics: [] }),
  };
};
