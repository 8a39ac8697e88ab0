import { stringify } from 'yaml';
import type { ConfigurationDiagnostic } from '../configuration/configuration-diagnostic.ts';
import { checkOrbText } from '../configuration/orbs/check-orb-text.ts';
import { readConfiguration } from '../configuration/source/read-configuration.ts';
import type { PublishedOrbs } from './find-published.ts';
import { openOrbsAtHand } from './orbs-at-hand.ts';

export interface OrbText {
  readonly text: string;
  /** The folder of orbs; empty: there is none. */
  readonly orbs: string;
  readonly published: PublishedOrbs;
}
/** The text with its aliases expanded, or what is wrong with it; and the references to orbs that are not at hand. */
export type OrbTextCheck = ({ readonly yaml: string } | { readonly faults: readonly ConfigurationDiagnostic[] }) & {
  readonly wanted?: readonly string[];
};

/** Checks the text of an orb with the orbs that it uses. It may take long: call it in a worker thread. */
export const checkOrbAtHand = async ({ text, orbs, published }: OrbText): Promise<OrbTextCheck> => {
  const missing = new Set<string>();
  const { faults } = await checkOrbText(text, openOrbsAtHand(orbs, published, missing));
  const wanted = [...missing];
  const reading = await readConfiguration(text);
  if (faults.length > 0 || 'faults' in reading) return { faults, wanted };
  const yaml = stringify(reading.document.value, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0, indentSeq: true });
  return { yaml, wanted };
};
