/** What one client of the histories does: units of work that decide on what they read, in one organization, in two, or anywhere. */
import { changeItems, plantItems, tallyItems } from './items.ts';
import { DuplicateKey, StaleRecord, type Store, type StoredRecord, type Transaction } from '../../../src/store/store.ts';

export const organizations = ['acme', 'globex', 'initech'] as const;
export const accountsOf = (organization: string): readonly string[] => [0, 1, 2].map((at) => `account-${organization}-${at}`);
/** The slots of an organization: a unit counts them and inserts one where one is free. No key or version holds this number. */
export const slots = 3;
export const opening = 100;

/** An access to an account: what was read and, where the unit wrote, what it became. */
interface Access {
  readonly id: string;
  readonly version: number;
  readonly balance: number;
  readonly written?: { readonly version: number; readonly balance: number };
}
export interface Event {
  readonly kind: 'transfer' | 'look' | 'slot' | 'free' | 'name' | 'item' | 'tally';
  /** Nanoseconds of a clock that all processes of a machine share, as text. */
  readonly began: string;
  readonly ended: string;
  /** How often the work decided on what another was changing, and had to run again. */
  readonly stale: number;
  readonly accesses: readonly Access[];
  /** Of `slot`: how many there were. Of `name`: whether it was free. */
  readonly found?: number | boolean;
  /** Of `tally`: pairs of what a list says that there is, and what it has. */
  readonly tallies?: readonly (readonly [total: number, length: number])[];
  readonly name?: string;
}
type Outcome = Pick<Event, 'accesses' | 'found' | 'name' | 'tallies'>;
type Account = StoredRecord<number>;
type Draw = (below: number) => number;

const readAccount = async (tx: Pick<Transaction, 'get'>, id: string): Promise<Account> => (await tx.get<number>('accounts', id))!;

const transfer = async (tx: Transaction, [from, to]: readonly [string, string], amount: number): Promise<Outcome> => {
  const [source, target] = [await readAccount(tx, from), await readAccount(tx, to)];
  // Nothing is moved that is not there: a decision on what another unit may be changing.
  const moved = Math.min(amount, source.body);
  const write = async (account: Account, balance: number): Promise<Access> => {
    const { version } = await tx.update(account, { body: balance });
    return { id: account.id, version: account.version, balance: account.body, written: { version, balance } };
  };
  return { accesses: [await write(source, source.body - moved), await write(target, target.body + moved)] };
};

const takeSlot = async (tx: Transaction, organization: string, id: string): Promise<Outcome> => {
  const { total } = await tx.list({ kind: 'slots', scope: organization });
  if (total < slots) await tx.insert({ id, kind: 'slots', scope: organization, key: id, name: '', body: null });
  return { accesses: [], found: total };
};
const freeSlot = async (tx: Transaction, organization: string): Promise<Outcome> => {
  const [first] = (await tx.list({ kind: 'slots', scope: organization })).records;
  if (first) await tx.delete('slots', first.id);
  return { accesses: [] };
};
const takeName = async (tx: Transaction, organization: string, id: string, key: string): Promise<Outcome> => {
  const name = `${organization}/${key}`;
  try {
    await tx.insert({ id, kind: 'names', scope: organization, key, name: '', body: null });
    return { accesses: [], found: true, name };
  } catch (error) {
    if (error instanceof DuplicateKey) return { accesses: [], found: false, name };
    throw error;
  }
};

/** The work of an event, and the organizations that it names; undefined: none. */
const chooseWork = (draw: Draw, id: string) => {
  const organization = organizations[draw(3)]!;
  const own = accountsOf(organization);
  const kind = draw(13);
  if (kind > 9) return { kind: 'item' as const, scope: [organization], work: (tx: Transaction) => changeItems(tx, organization, id, draw) };
  const pair = (one: readonly string[], other: readonly string[]): readonly [string, string] => {
    const from = one[draw(3)]!;
    const rest = other.filter((account) => account !== from);
    return [from, rest[draw(rest.length)]!];
  };
  const amount = 1 + draw(60);
  if (kind < 4) {
    const ends = pair(own, own);
    return { kind: 'transfer' as const, scope: [organization], work: (tx: Transaction) => transfer(tx, ends, amount) };
  }
  if (kind === 4) return { kind: 'free' as const, scope: [organization], work: (tx: Transaction) => freeSlot(tx, organization) };
  if (kind < 7) return { kind: 'slot' as const, scope: [organization], work: (tx: Transaction) => takeSlot(tx, organization, id) };
  if (kind === 7) {
    const key = `name-${draw(40)}`;
    return { kind: 'name' as const, scope: [organization], work: (tx: Transaction) => takeName(tx, organization, id, key) };
  }
  const other = organizations[draw(3)]!;
  const ends = pair(own, accountsOf(other));
  const scope = kind === 8 ? [organization, other] : undefined;
  return { kind: 'transfer' as const, scope, work: (tx: Transaction) => transfer(tx, ends, amount) };
};

const now = (): string => String(process.hrtime.bigint());

/** In a snapshot of its own, or by look-ups in one that it shares with others. */
const look = async (store: Store, brief: boolean): Promise<Event> => {
  const began = now();
  const accesses = await store.read(
    async (view) => {
      const records = brief
        ? await Promise.all(organizations.flatMap(accountsOf).map((id) => readAccount(view, id)))
        : (await view.list<number>({ kind: 'accounts' })).records;
      return records.map(({ id, version, body }) => ({ id, version, balance: body }));
    },
    { brief },
  );
  return { kind: 'look', began, ended: now(), stale: 0, accesses };
};

const tally = async (store: Store, organization: string, first: number): Promise<Event> => {
  const began = now();
  const tallies = await store.read((view) => tallyItems(view, organization, first), { organizations: [organization] });
  return { kind: 'tally', began, ended: now(), stale: 0, accesses: [], tallies };
};

/** One unit of work after another. */
export const runClient = async (store: Store, name: string, draw: Draw, count: number): Promise<readonly Event[]> => {
  const events: Event[] = [];
  for (let at = 0; at < count; at++) {
    if (draw(3) === 0) {
      events.push(await (draw(3) === 0 ? tally(store, organizations[draw(3)]!, draw(5)) : look(store, draw(3) > 0)));
      continue;
    }
    const { kind, scope, work } = chooseWork(draw, `${name}-${at}`);
    let stale = 0;
    const began = now();
    const outcome = await store.write(async (tx) => {
      try {
        return await work(tx);
      } catch (error) {
        if (error instanceof StaleRecord) stale += 1;
        throw error;
      }
    }, scope);
    events.push({ kind, began, ended: now(), stale, ...outcome });
  }
  return events;
};

/** The world before the histories. */
export const plantAccounts = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    for (const organization of organizations) {
      for (const id of accountsOf(organization))
        await tx.insert({ id, kind: 'accounts', scope: organization, key: id, name: '', body: opening });
      await plantItems(tx, organization);
    }
  });
