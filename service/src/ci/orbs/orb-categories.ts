import { deriveOrbId } from './orb-catalog.ts';

export interface OrbCategory {
  readonly id: string;
  readonly name: string;
}

const names = [
  'Artifacts/Registry',
  'Build',
  'Cloud Platform',
  'Code Analysis',
  'Collaboration',
  'Containers',
  'Deployment',
  'Infra Automation',
  'Kubernetes',
  'Language/Framework',
  'Monitoring',
  'Notifications',
  'Reporting',
  'Security',
  'Testing',
];

/** The categories that orbs can be in, by name. Their IDs follow from their names. */
export const orbCategories: readonly OrbCategory[] = names.map((name) => ({ id: deriveOrbId(`category:${name}`), name }));

export const findOrbCategory = (id: string): OrbCategory | undefined => orbCategories.find((one) => one.id === id);
