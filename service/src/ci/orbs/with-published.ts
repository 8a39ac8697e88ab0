import { configurationLimits } from '../configuration/configuration-limits.ts';
import type { FindOrbs, PublishedOrbs } from './find-published.ts';

/** A result of a worker thread, and the references that were not in its folder. */
interface WantingOrbs {
  readonly wanted?: readonly string[];
}

/**
 * Runs a task with the published orbs that it turns out to want: again after each look-up that found some, because these may want others.
 * A configuration without orbs, or with those of the folder alone, runs once.
 */
export const withPublishedOrbs = async <T extends object>(
  run: (published: PublishedOrbs) => Promise<T & WantingOrbs>,
  findOrbs: FindOrbs,
): Promise<T & WantingOrbs> => {
  const published: { [reference: string]: PublishedOrbs[string] } = {};
  for (let round = 0; ; round += 1) {
    const result = await run(published);
    const wanted = (result.wanted ?? []).filter((reference) => !Object.hasOwn(published, reference));
    if (wanted.length === 0 || round > configurationLimits.orbDepth) return result;
    const found = await findOrbs(wanted);
    Object.assign(published, found);
    if (Object.values(found).every((file) => file === null)) return result;
  }
};
