import type { Linted } from '../program/session.ts';
import type { Across, FoundAcross, GivenDocument } from './across.ts';

/** Whether a file has anything to hear of what is found across files: a finding, or a comment that ignores one. */
const hears = ({ done: { across } }: Linted, found: readonly FoundAcross[] | undefined): boolean => across !== undefined && (found !== undefined || across.directives);

/** Asks about all files together; those in which something is found are linted again, with it. */
export async function judgeAcross(linted: readonly Linted[], across: Across, alone: boolean, again: (linted: Linted, found: readonly FoundAcross[]) => Promise<Linted>): Promise<readonly Linted[]> {
  const documents = linted.flatMap(({ name, done }): readonly GivenDocument[] => (done.across?.documents ?? []).map((one) => ({ file: name, ...one })));
  if (documents.length === 0) return linted;
  const byFile = new Map<string, FoundAcross[]>();
  for (const one of await across.find(documents, alone)) {
    const there = byFile.get(one.file);
    if (there) there.push(one); else byFile.set(one.file, [one]);
  }
  return Promise.all(linted.map((one) => (hears(one, byFile.get(one.name)) ? again(one, byFile.get(one.name) ?? []) : one)));
}
