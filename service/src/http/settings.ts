import type { ServiceSettings } from './route.ts';

/** The default settings of a service. */
export const defaultSettings: ServiceSettings = {
  edition: 'hosted',
  tier: 'plus',
  globalRemoteState: false,
  workspaceAdminsForceDelete: false,
  assessmentsEnforced: false,
  engineVersions: [
    '0.15.4',
    '1.0.0',
    '1.0.11',
    '1.1.9',
    '1.2.9',
    '1.3.10',
    '1.4.7',
    '1.5.7',
    '1.6.6',
    '1.7.5',
    '1.8.5',
    '1.9.8',
    '1.10.5',
    '1.11.4',
  ],
  rateLimit: 0,
  runStatusMilliseconds: 100,
  ciPageSize: 20,
  privateDestinations: false,
  ciPrivateWebhooks: false,
  ciStatusMilliseconds: 100,
  orbsFolder: '',
  repositoriesFolder: '',
  opa: '',
  publicUrl: '',
  trustedProxies: [],
  runs: 'none',
  jobMilliseconds: 3_600_000,
};

/** All settings, from the chosen ones and the defaults. Choosing a pace of runs switches scripted runs on. */
export const resolveSettings = (chosen: Partial<ServiceSettings> = {}): ServiceSettings => ({
  ...defaultSettings,
  ...(chosen.runStatusMilliseconds === undefined ? {} : { runs: 'scripted' }),
  ...chosen,
});
