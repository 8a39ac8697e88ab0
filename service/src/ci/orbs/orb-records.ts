import { configurationLimits } from '../configuration/configuration-limits.ts';

/**
 * What was published in this service.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-orbs` | organization, whose name is the namespace | name, without the namespace | PublishedOrb |
 * | `ci-orb-versions` | id of the orb | version | PublishedVersion |
 * | `ci-orb-sources` | id of the orb | id of the version | PublishedSource |
 */
export interface PublishedOrb {
  /** Only the pipelines and members of its organization find it. */
  readonly private: boolean;
  /** Whether lists have it. */
  readonly listed: boolean;
  /** IDs of categories. */
  readonly categories: readonly string[];
  readonly createdAt: string;
}
export interface PublishedVersion {
  readonly createdAt: string;
  /** When a development version ends; null: never. */
  readonly expiresAt: string | null;
  /** ID of its text. */
  readonly source: string;
}
/** In a record of its own, so that lists of versions do not read it. */
export interface PublishedSource {
  readonly text: string;
}

export const orbsKind = 'ci-orbs';
export const orbVersionsKind = 'ci-orb-versions';
export const orbSourcesKind = 'ci-orb-sources';

/** Limits of what is published: beyond them a request is refused. */
export const orbLimits = {
  /** Characters of the text of a version. */
  characters: configurationLimits.text,
  /** Orbs of a namespace. */
  orbs: 500,
  /** Versions of an orb, with its development versions. */
  versions: 500,
  /** Categories of an orb. */
  categories: 2,
  /** Days until a development version ends. */
  developmentDays: 90,
} as const;
