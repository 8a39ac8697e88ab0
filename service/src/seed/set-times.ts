import type { SeedContext } from './invoke-route.ts';

/** A time of a seed, as responses show times. */
export const toStoredTime = (time: string): string => new Date(time).toISOString();

/** Times that an entry has, in place of that of the seed. */
interface EntryTimes {
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}
/** Gives a record the times of its entry; `also`: members of its body that the entry has besides. */
export const setTimes = async (
  { tx }: Pick<SeedContext, 'tx'>,
  kind: string,
  id: string,
  { created_at: created, updated_at: updated }: EntryTimes,
  also: object = {},
): Promise<void> => {
  if (!created && !updated && Object.keys(also).length === 0) return;
  const record = (await tx.get<{ readonly updatedAt?: string }>(kind, id))!;
  const { updatedAt } = record.body;
  const body = {
    ...record.body,
    ...(created ? { createdAt: toStoredTime(created) } : {}),
    ...(updatedAt === undefined || !(updated ?? created) ? {} : { updatedAt: toStoredTime((updated ?? created)!) }),
    ...also,
  };
  await tx.update(record, { body });
};

/** The context of an entry: its objects are created at the time that it has. */
export const withCreationTime = <C extends Pick<SeedContext, 'clock'>>(context: C, { created_at: time }: EntryTimes): C =>
  time ? { ...context, clock: { now: () => new Date(time) } } : context;
