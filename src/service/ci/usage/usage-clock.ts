import { startPolling } from '../../beating.ts';
import { newId } from '../../new-id.ts';
import type { Clock, ServiceSettings } from '../../route.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import { dropExport } from './forget-exports.ts';
import { csvParts } from './parts.ts';
import { usageRows } from './rows.ts';
import { exporting, type UsageExport, type UsagePart } from './stored.ts';

/** Bytes of one file before it is packed, files of one export, and how long they are kept. */
export interface UsageLimits { readonly part: number; readonly parts: number; readonly kept: number }
export const usageLimits: UsageLimits = { part: 8 * 1024 * 1024, parts: 500, kept: 36 * 3_600_000 };

const due = (store: Store, now: Date): Promise<readonly StoredRecord<UsageExport>[]> => store.read(async (view) =>
  (await view.getMany<UsageExport>('ci-usage-exports', (await view.listLinks(exporting, { from: 'all' })).map(({ to }) => to))).filter(({ body }) => Date.parse(body.movesAt) <= now.getTime()));

/** Becomes `next` unless somebody else moved it meanwhile. */
const become = (store: Store, seen: StoredRecord<UsageExport>, next: Partial<UsageExport>): Promise<boolean> => store.write(async (tx) => {
  const now = await tx.get<UsageExport>('ci-usage-exports', seen.id);
  if (now?.version !== seen.version) return false;
  await tx.update<UsageExport>(now, { body: { ...now.body, ...next } });
  return true;
});
const dropParts = async (store: Store, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await store.write((tx) => tx.delete('ci-usage-parts', id));
};

/** Writes the files, each in a unit of work of its own, and then says that they are there. */
const write = async (store: Store, seen: StoredRecord<UsageExport>, end: string, limits: UsageLimits): Promise<boolean> => {
  const parts: string[] = [];
  let isWritten = false;
  try {
    for await (const content of csvParts(usageRows(store, seen.body), limits.part)) {
      if (parts.length === limits.parts)
        return await become(store, seen, { state: 'failed', movesAt: end, errorReason: `the export has more than ${limits.parts} files of ${limits.part} bytes; ask for a shorter time` });
      const id = newId('uuid');
      parts.push(id);
      await store.write((tx) => tx.insert<UsagePart>({ id, kind: 'ci-usage-parts', scope: seen.id, key: id, name: '', body: { content: content.toString('base64') } }));
    }
    isWritten = await become(store, seen, { state: 'completed', movesAt: end, parts });
    return isWritten;
  } finally { if (!isWritten) await dropParts(store, parts); }
};

const move = async (store: Store, clock: Clock, settings: ServiceSettings, seen: StoredRecord<UsageExport>, limits: UsageLimits): Promise<boolean> => {
  const from = Date.parse(seen.body.movesAt);
  const { state } = seen.body;
  if (state === 'created') return become(store, seen, { state: 'processing', movesAt: new Date(from + settings.ciStepMilliseconds).toISOString() });
  if (state === 'processing') return write(store, seen, new Date(clock.now().getTime() + limits.kept).toISOString(), limits);
  return store.write((tx) => dropExport(tx, seen.id));
};

/** Moves every export that is due: it is begun, written, and removed when its time is over. How often one was moved; the first error is thrown when all were looked at. */
export const moveExports = async (store: Store, clock: Clock, settings: ServiceSettings, limits = usageLimits): Promise<number> => {
  const failed = new Map<string, unknown>();
  let moved = 0;
  for (let before = -1; before !== moved;) {
    before = moved;
    for (const one of await due(store, clock.now())) {
      if (failed.has(one.id)) continue;
      try { if (await move(store, clock, settings, one, limits)) moved += 1; } catch (error) { failed.set(one.id, error); }
    }
  }
  if (failed.size > 0) throw [...failed.values()][0];
  return moved;
};

/** How often exports are looked at, in milliseconds. */
const beat = 100;

/** Lets exports go on until stopped. A failure is told once and tried again at the next beat. */
export const usageClock = (store: Store, clock: Clock, settings: () => ServiceSettings, report: (words: string, error: unknown) => void): { stop(): Promise<void> } =>
  startPolling(beat, 'writing the usage exports', () => moveExports(store, clock, settings()), report);
