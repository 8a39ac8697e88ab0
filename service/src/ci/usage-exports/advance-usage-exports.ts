import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { dueWorkOfLinks, taskOfDueWork } from '../../pipeline/due-work.ts';
import { newId } from '../../store/new-id.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import { deleteUsageExport } from './delete-exports.ts';
import { renderCsvParts } from './csv-parts.ts';
import { readUsageRows } from './usage-rows.ts';
import { pendingExportLink, type UsageExport, type UsagePart } from './usage-export-records.ts';

/** Bytes of a file before compression, files of an export, and their retention. */
export interface UsageLimits {
  readonly partBytes: number;
  readonly maxParts: number;
  readonly retentionMilliseconds: number;
}
export const usageLimits: UsageLimits = { partBytes: 8 * 1024 * 1024, maxParts: 500, retentionMilliseconds: 36 * 3_600_000 };

const listDueExports = (store: Store, current: Date): Promise<readonly StoredRecord<UsageExport>[]> =>
  store.read(async (view) =>
    (
      await view.getMany<UsageExport>(
        'ci-usage-exports',
        (await view.listLinks(pendingExportLink, { from: 'all' })).map(({ to }) => to),
      )
    ).filter(({ body }) => Date.parse(body.movesAt) <= current.getTime()),
  );

/** Updates an export unless another process changed it in the meantime. */
const updateIfUnchanged = (store: Store, usageExport: StoredRecord<UsageExport>, changes: Partial<UsageExport>): Promise<boolean> =>
  store.write(async (tx) => {
    const current = await tx.get<UsageExport>('ci-usage-exports', usageExport.id);
    if (current?.version !== usageExport.version) return false;
    await tx.update<UsageExport>(current, { body: { ...current.body, ...changes } });
    return true;
  });
const deleteParts = async (store: Store, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await store.write((tx) => tx.delete('ci-usage-parts', id));
};

/** Writes the files, each in its own transaction, and then completes the export. */
const writeExport = async (store: Store, usageExport: StoredRecord<UsageExport>, end: string, limits: UsageLimits): Promise<boolean> => {
  const parts: string[] = [];
  let isWritten = false;
  try {
    for await (const content of renderCsvParts(readUsageRows(store, usageExport.body), limits.partBytes)) {
      if (parts.length === limits.maxParts)
        return await updateIfUnchanged(store, usageExport, {
          state: 'failed',
          movesAt: end,
          errorReason: `the export has more than ${limits.maxParts} files of ${limits.partBytes} bytes; request a shorter period`,
        });
      const id = newId('uuid');
      parts.push(id);
      await store.write((tx) =>
        tx.insert<UsagePart>({
          id,
          kind: 'ci-usage-parts',
          scope: usageExport.id,
          key: id,
          name: '',
          body: { content: content.toString('base64') },
        }),
      );
    }
    isWritten = await updateIfUnchanged(store, usageExport, { state: 'completed', movesAt: end, parts });
    return isWritten;
  } finally {
    if (!isWritten) await deleteParts(store, parts);
  }
};

const advanceExport = async (
  store: Store,
  clock: Clock,
  settings: ServiceSettings,
  usageExport: StoredRecord<UsageExport>,
  limits: UsageLimits,
): Promise<boolean> => {
  const from = Date.parse(usageExport.body.movesAt);
  const { state } = usageExport.body;
  if (state === 'created')
    return updateIfUnchanged(store, usageExport, {
      state: 'processing',
      movesAt: new Date(from + settings.ciStatusMilliseconds).toISOString(),
    });
  if (state === 'processing')
    return writeExport(store, usageExport, new Date(clock.now().getTime() + limits.retentionMilliseconds).toISOString(), limits);
  await store.write((tx) => deleteUsageExport(tx, usageExport.id));
  return true;
};

/**
 * Advances every export that is due: starts it, writes its files, deletes it after the retention. Returns the number of steps; the
 * first error is thrown after all exports were tried.
 */
export const advanceUsageExports = async (store: Store, clock: Clock, settings: ServiceSettings, limits = usageLimits): Promise<number> => {
  const failed = new Map<string, unknown>();
  let moved = 0;
  for (let before = -1; before !== moved;) {
    before = moved;
    for (const one of await listDueExports(store, clock.now())) {
      if (failed.has(one.id)) continue;
      try {
        if (await advanceExport(store, clock, settings, one, limits)) moved += 1;
      } catch (error) {
        failed.set(one.id, error);
      }
    }
  }
  if (failed.size > 0) throw [...failed.values()][0];
  return moved;
};

export const dueUsageExports = dueWorkOfLinks<UsageExport>(
  'usage_exports',
  pendingExportLink,
  'ci-usage-exports',
  ({ movesAt }) => movesAt,
);

export const createUsageExportTask = ({ store, clock, settings }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    { name: 'writing the usage exports', pause: 100, due: [dueUsageExports], perform: () => advanceUsageExports(store, clock, settings()) },
  );
