import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Announcer } from '../late-writes.ts';
import { everyKind, type WriteWatchers } from '../write-watchers.ts';

const channel = 'slipway';
const announceSql = `select pg_notify('${channel}', message) from unnest($1::text[]) as message`;

/** Ahead of a commit, with which they are delivered. Its failure is that of the commit. */
export const sendAnnouncements = (client: pg.ClientBase, messages: ReadonlySet<string>, fail: (error: unknown) => void): void => {
  if (messages.size > 0) client.query({ name: 'slipway_announce', text: announceSql, values: [[...messages]] }).catch(fail);
};

/** Milliseconds until a lost connection is opened again. */
const reconnectDelay = 1000;
/** Milliseconds between two checks of the idle connection, which a firewall may drop silently. */
const askEvery = 30_000;
const patience = 10_000;

interface Listening {
  readonly client: pg.Client;
  readonly asking: NodeJS.Timeout;
}

/** Opens a connection that receives notifications. `lost` is called once, however it ends. */
const listen = async (url: string, receive: (message: string) => void, lost: () => void): Promise<Listening> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    keepAlive: true,
    application_name: 'slipway',
  });
  client.on('error', () => {});
  client.on('notification', ({ payload = '' }) => receive(payload));
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  const close = (): void => void client.connection.stream.destroy();
  const asking = setInterval(() => void client.query('select 1').catch(close), askEvery).unref();
  client.once('end', () => {
    clearInterval(asking);
    lost();
  });
  return { client, asking };
};

/**
 * Notifications between processes with one database: the kinds of the records and links that a unit wrote, sent by the database when the
 * unit is committed. A kind is announced only if the writing process itself watches it in all processes: notifications are serialized at
 * the commit, so frequently written kinds should be watched in the own process only. A process listens on a separate connection, from when
 * the first kind is watched. Announcements during a loss of that connection are unknown: afterwards all listeners are notified.
 */
export const createAnnouncements = (url: string, watchers: WriteWatchers) => {
  const id = randomUUID();
  let [isWanted, listening, timer]: [boolean, Promise<Listening | undefined> | undefined, NodeJS.Timeout | undefined] = [
    false,
    undefined,
    undefined,
  ];
  const receive = (message: string): void => {
    const [sender, ...kinds] = message.split(' ');
    if (sender !== id) watchers.notifyOfOthers(kinds);
  };
  const reconnectLater = (): void => {
    listening = undefined;
    if (isWanted) timer = setTimeout(connect, reconnectDelay).unref();
  };
  const connect = (): void => {
    listening = listen(url, receive, reconnectLater);
    listening.then(
      () => watchers.notifyOfOthers([everyKind]),
      () => reconnectLater(),
    );
    listening.catch(() => {});
  };
  return {
    start: (): void => {
      if (isWanted) return;
      isWanted = true;
      connect();
    },
    /** Announces these kinds to other processes with the commit of the unit; to be called before the unit ends. */
    announce: (announcer: Announcer, kinds: readonly string[]): void => {
      const announced = kinds.filter(watchers.isAnnounced);
      if (announced.length > 0) announcer.announce!([id, ...announced].join(' '));
    },
    stop: async (): Promise<void> => {
      isWanted = false;
      clearTimeout(timer);
      await (await listening?.catch(() => undefined))?.client.end().catch(() => {});
    },
  };
};
