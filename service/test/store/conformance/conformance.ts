/** What every store promises, once for all engines: `sqlite.test.ts` and `postgres.test.ts` run it. */
import { suite, type Test } from 'uvu';
import type { Store } from '../../../src/store/store.ts';
import { auditTrail } from './audit-trail.ts';
import { companions } from './companions.ts';
import { deletions } from './deletions.ts';
import { ownDeletions } from './own-deletions.ts';
import { filters } from './filters.ts';
import { ledger } from './ledger.ts';
import { links } from './links.ts';
import { repeatedLinks } from './repeated-links.ts';
import { pages } from './pages.ts';
import { races } from './races.ts';
import { records } from './records.ts';
import { streaks } from './streaks.ts';
import { auditTrailUnits } from './audit-trail-units.ts';
import { units } from './units.ts';
import { archive } from './archive.ts';

export interface ConformanceContext {
  store: Store;
}
export type Register = (test: Test<ConformanceContext>) => void;

const topics: { readonly [topic: string]: Register } = {
  records,
  deletions,
  ownDeletions,
  filters,
  pages,
  links,
  repeatedLinks,
  companions,
  units,
  races,
  ledger,
  streaks,
  auditTrail,
  auditTrailUnits,
  whole: archive,
};

/** One suite for each topic, all on one store, which is emptied before each test. */
export const conformance = (engine: string, open: () => Promise<Store>, close: () => Promise<void> = async () => {}): void => {
  let store: Store | undefined;
  const names = Object.keys(topics);
  for (const topic of names) {
    const test = suite<ConformanceContext>(`store in ${engine}: ${topic}`);
    test.before(async (under) => {
      under.store = store ??= await open();
    });
    test.before.each((under) => under.store.clear());
    topics[topic]!(test);
    if (topic === names.at(-1))
      test.after(async () => {
        await store?.close();
        await close();
      });
    test.run();
  }
};
