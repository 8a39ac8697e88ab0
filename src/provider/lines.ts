import { skipsVerification } from '../client/hosted/settings.ts';
import type { Line } from '../client/line.ts';
import { type Opening, openLine } from '../client/open-line.ts';
import type { Service, Values } from '../declare/index.ts';
import { checkProfile, demand, readSection, type Section } from './section.ts';

/** The provider's two services, opened when first used. */
export interface Lines {
  section(service: Service): Section;
  /** Throws a SectionFault when address or token are missing. */
  line(service: Service): Line;
  /** Whether the section is not wholly known yet, so that nothing can be asked. */
  isUnknown(service: Service): boolean;
}

export const linesOf = (
  config: Values, environment: { readonly [name: string]: string | undefined }, about: Pick<Opening, 'userAgent' | 'log' | 'deadline' | 'clock' | 'random'>,
): Lines => {
  const sections = { workspaces: readSection('workspaces', config, environment), ci: readSection('ci', config, environment) };
  const open = new Map<Service, Line>();
  return {
    section: (service) => sections[service],
    isUnknown: (service) => sections[service].unknown.length > 0,
    line: (service) => {
      const known = open.get(service);
      if (known) return known;
      const section = sections[service];
      checkProfile(section);
      const line = openLine({
        service, address: demand(section, 'address'), token: demand(section, 'token'), organization: section.organization, profile: section.profile,
        unverified: section.profile === 'hosted' && skipsVerification(service, environment), ...about,
      });
      open.set(service, line);
      return line;
    },
  };
};
