import { clearTables } from '../clear-tables.ts';
import type { Announcer } from '../late-writes.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { Store, Transaction } from '../store.ts';
import { createWriteWatchers, everyKind } from '../write-watchers.ts';
import { createAnnouncements } from './announcements.ts';
import { postgresDialect } from './postgres-dialect.ts';

type Write = <T>(work: (session: SqlSession) => Promise<T>, organizations?: readonly string[]) => Promise<T>;
type Report = (kind: string, announcer?: Announcer) => void;

/** Units of work that notify the watchers of what they write, in this process and in others. */
export const createWatchedUnits = (
  url: string,
  write: Write,
  createTransaction: (session: SqlSession, report: Report) => Transaction,
): Pick<Store, 'watch' | 'write' | 'clear'> & { stop(): Promise<void> } => {
  const watchers = createWriteWatchers();
  const announcements = createAnnouncements(url, watchers);
  const writeWatched = <T>(work: (session: SqlSession, report: Report) => Promise<T>, organizations?: readonly string[]): Promise<T> =>
    watchers.notifyAfter((report) =>
      write(async (session) => {
        const written = new Set<string>();
        const value = await work(session, (kind, late) => {
          if (!watchers.isWatched(kind)) return;
          if (!late) return void written.add(kind);
          report(kind);
          announcements.announce(late, [kind]);
        });
        for (const kind of written) report(kind);
        announcements.announce(session, [...written]);
        return value;
      }, organizations),
    );
  return {
    watch: (kinds, listener, units) => {
      announcements.start();
      return watchers.watch(kinds, listener, units);
    },
    write: (work, organizations) => writeWatched((session, report) => work(createTransaction(session, report)), organizations),
    clear: () =>
      writeWatched((session, report) => {
        report(everyKind);
        return clearTables(postgresDialect, session);
      }),
    stop: announcements.stop,
  };
};
