import { forEachEntry, withoutNulls, type ReportSeedError } from '../entries.ts';
import { invokeCiRoute, type CiSeed, type CiSeedContext } from './seed-context.ts';
import { setTimes } from '../set-times.ts';

/** Classes of self-hosted runners, with their tokens. */
export const seedResourceClasses = (context: CiSeedContext, seed: CiSeed, report: ReportSeedError): Promise<void> =>
  forEachEntry(seed.resource_classes, 'resource_classes', report, async (entry) => {
    const name = `${context.organization}/${entry.name}`;
    const { id } = await invokeCiRoute(
      context,
      'POST /api/v3/runner/resource',
      {},
      { resource_class: name, ...withoutNulls({ description: entry.description }) },
      entry.id,
    );
    await setTimes(context, 'ci-resource-classes', id, entry);
    for (const token of entry.tokens ?? []) {
      const made = await invokeCiRoute(
        context,
        'POST /api/v3/runner/token',
        {},
        { resource_class: name, nickname: token.nickname },
        token.id,
      );
      await setTimes(context, 'ci-runner-tokens', made.id, token);
    }
  });
