import { isVerificationSkipped } from '../client/hosted/hosted-settings.ts';
import type { ServiceClient } from '../client/contract/service-client.ts';
import { type ServiceClientOptions, openServiceClient } from '../client/open-service-client.ts';
import type { ServiceName, Values } from '@slipway/declarations/declare';
import { checkSection, requireSetting, keepsFingerprints, readSection, type ProviderSection } from './provider-section.ts';

/** The provider's two services, opened when first used. */
export interface ServiceClients {
  section(service: ServiceName): ProviderSection;
  /** Throws a SectionFault when address or token are missing. */
  client(service: ServiceName): ServiceClient;
  /** Whether private state holds fingerprints of write-only values. */
  readonly keepsFingerprints: boolean;
  /** Whether a part of the section is unknown, so that no request can be sent. */
  isUnknown(service: ServiceName): boolean;
}

export const createServiceClients = (
  config: Values,
  environment: { readonly [name: string]: string | undefined },
  about: Pick<ServiceClientOptions, 'userAgent' | 'log' | 'logWait' | 'deadline' | 'clock' | 'random'>,
): ServiceClients => {
  const sections = { workspaces: readSection('workspaces', config, environment), ci: readSection('ci', config, environment) };
  const open = new Map<ServiceName, ServiceClient>();
  return {
    get keepsFingerprints() {
      return keepsFingerprints(config, environment);
    },
    section: (service) => sections[service],
    isUnknown: (service) => sections[service].unknown.length > 0,
    client: (service) => {
      const known = open.get(service);
      if (known) return known;
      const section = sections[service];
      checkSection(section);
      const client = openServiceClient({
        service,
        address: requireSetting(section, 'address'),
        token: requireSetting(section, 'token'),
        organization: section.organization,
        dialect: section.profile,
        skipVerification: section.profile === 'hosted' && isVerificationSkipped(service, environment),
        ...about,
      });
      open.set(service, client);
      return client;
    },
  };
};
