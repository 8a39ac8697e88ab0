import type { Clock } from '../http/route.ts';
import type { NounBody, NounRecord } from '../nouns/noun-record.ts';
import { newId } from '../store/new-id.ts';
import type { Transaction } from '../store/store.ts';
import { readVersionArchive } from '../workspaces/policies/versions/read-version-archive.ts';
import { saveVersionContent } from '../workspaces/policies/versions/version-content.ts';
import { readEntryArchive } from './entry-archive.ts';

type Entry = { readonly [member: string]: unknown };

/** The version with what its archive has, as an upload leaves it; a status of the entry stays. Throws 422 for what an upload refuses. */
const saveArchive = async (
  tx: Transaction,
  version: NounRecord,
  set: NounRecord,
  bytes: Buffer,
  { status }: Entry,
): Promise<NounRecord> => {
  const { error, ...content } = await readVersionArchive(
    bytes,
    set.body['kind'] as string,
    (set.body['policiesPath'] as string | null) ?? '',
  );
  if (error === undefined) await saveVersionContent(tx, newId, version.id, content);
  if (status || error === undefined) return version;
  const { ready: at, ...reached } = version.body['reached'] as { readonly [status: string]: string };
  const result = { status: 'errored', reached: { ...reached, errored: at }, error: 'invalid', errorMessage: error };
  return tx.update<NounBody>(version, { body: { ...version.body, ...result } });
};

/** What a version of a seed changes in its policy set: it is the newest one, and the current one if it is ready. */
export const finishPolicySetVersion = async (tx: Transaction, record: NounRecord, entry: Entry, clock: Clock): Promise<void> => {
  const set = (await tx.get<NounBody>('policy-sets', record.scope))!;
  const bytes = await readEntryArchive(entry, 'policy set version', clock.now());
  const { id, body } = bytes ? await saveArchive(tx, record, set, bytes, entry) : record;
  const current = body['status'] === 'ready' ? { currentVersion: id } : {};
  await tx.update<NounBody>(set, { body: { ...set.body, ...current, newestVersion: id, versioned: true } });
};
