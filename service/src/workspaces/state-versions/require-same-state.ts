import { throwIfInvalid } from '../../http/problem.ts';
import type { StateReading } from './reading/read-state-file.ts';
import type { StoredStateVersion } from './stored.ts';

/**
 * The content of a state version is the one that was announced: with a checksum, the content with that checksum, which is compared
 * elsewhere; without one 422 where the serial or the lineage in the file is another. What a file or an announcement leaves out is not
 * compared. `pointer`: where the content is in the request. Decision 144.
 */
export const requireSameState = (
  announced: Pick<StoredStateVersion, 'serial' | 'lineage' | 'md5'>,
  { state: { serial, lineage } }: StateReading,
  pointer = '',
): void => {
  if (announced.md5 !== null) return;
  const differs = (one: unknown, other: unknown): boolean => one !== null && other !== null && one !== other;
  throwIfInvalid([
    ...(differs(announced.serial, serial)
      ? [{ detail: `the serial in this state is ${serial}; the state version was announced with ${announced.serial}`, pointer }]
      : []),
    ...(differs(announced.lineage, lineage)
      ? [{ detail: 'the lineage in this state is not the one that the state version was announced with', pointer }]
      : []),
  ]);
};
