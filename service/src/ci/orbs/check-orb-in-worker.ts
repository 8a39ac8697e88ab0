import { TaskAbandoned } from '@slipway/schema-tools/threads';
import { isLongerThan } from '../../http/characters.ts';
import { unavailable } from '../../http/problem.ts';
import { describeDiagnostic } from '../configuration/describe-diagnostic.ts';
import { runInWorker } from '../threads/run-in-worker.ts';
import type { FindOrbs } from './find-published.ts';
import { orbLimits } from './orb-records.ts';
import { withPublishedOrbs } from './with-published.ts';

/** What an orb is as one text, or why it is none. */
export type CheckedOrb = { readonly yaml: string } | { readonly errors: readonly string[] };

/** Checks the text of an orb in a worker thread. 503 when too many wait. Do not call it in a transaction. */
export const checkOrbInWorker = async (text: string, orbs: string, findOrbs: FindOrbs): Promise<CheckedOrb> => {
  if (isLongerThan(text, orbLimits.characters))
    return { errors: [`expected an orb of at most ${orbLimits.characters.toLocaleString('en')} characters`] };
  try {
    const result = await withPublishedOrbs((published) => runInWorker('orb', { text, orbs, published }, text.length), findOrbs);
    return 'yaml' in result ? { yaml: result.yaml } : { errors: result.faults.map(describeDiagnostic) };
  } catch (error) {
    if (!(error instanceof TaskAbandoned)) throw error;
    if (error.reason === 'crowd') throw unavailable(error.message, 5);
    return { errors: [`expected an orb that can be checked here: ${error.message}`] };
  }
};
