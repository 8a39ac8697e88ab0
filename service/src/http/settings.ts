import type { ServiceSettings } from './route.ts';

/** The settings of a service for which nobody chose others. */
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

/** What holds where these were chosen. Who chooses the pace of runs wants them. */
export const resolveSettings = (chosen: Partial<ServiceSettings> = {}): ServiceSettings => ({
  ...defaultSettings,
  ...(chosen.runStatusMilliseconds === undefined ? {} : { runs: 'scripted' }),
  ...chosen,
});
