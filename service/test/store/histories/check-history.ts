import * as assert from 'uvu/assert';
import { accountsOf, type Event, opening, organizations, slots } from './client.ts';

const accounts = organizations.flatMap(accountsOf);

/** The writes of an account by the version they made: each found what the one before it left, as if they had come one after the other. */
const checkWrites = (events: readonly Event[], id: string): ReadonlyMap<number, number> => {
  const writes = new Map<number, { readonly event: Event; readonly before: number; readonly after: number }>();
  for (const event of events)
    for (const { id: account, version, balance, written } of event.accesses) {
      if (account !== id || !written) continue;
      assert.is(written.version, version + 1, `${id}: a write followed the version that it read`);
      assert.not(writes.has(written.version), `${id}: version ${written.version} was written twice`);
      writes.set(written.version, { event, before: balance, after: written.balance });
    }
  let balance = opening;
  for (let version = 2; version < writes.size + 2; version++) {
    const write = writes.get(version);
    assert.ok(write, `${id}: version ${version} is missing`);
    assert.is(write.before, balance, `${id}: version ${version} rests on what was there`);
    balance = write.after;
    assert.ok(balance >= 0, `${id}: version ${version} is not below 0`);
  }
  return new Map([[1, opening], ...[...writes].map(([version, { after }]) => [version, after] as const)]);
};

/** What was read of an account is what a write, or the beginning, made of it. `balances`: by version. */
const checkReads = (events: readonly Event[], id: string, balances: ReadonlyMap<number, number>): void => {
  for (const { accesses } of events)
    for (const access of accesses)
      if (access.id === id) assert.is(access.balance, balances.get(access.version), `${id}: version ${access.version} was read as it is`);
};

/** A name is refused only where another unit has taken it, which had begun by then; and taken only where none had. */
const checkNames = (events: readonly Event[]): void => {
  const tries = events.filter(({ kind }) => kind === 'name');
  const takers = new Map(tries.filter(({ found }) => found === true).map((event) => [event.name, event]));
  for (const event of tries) {
    const taker = takers.get(event.name);
    assert.ok(taker, `${event.name} was refused, and nobody has it`);
    if (event.found === false) assert.ok(BigInt(taker.began) < BigInt(event.ended), `${event.name} was refused before it was taken`);
    else assert.is(taker, event, `${event.name} has one owner`);
  }
};

/** What came after something else had ended saw and made no older version. */
const checkOrder = (events: readonly Event[], id: string): void => {
  const seen = events
    .flatMap((event) =>
      event.accesses.filter((access) => access.id === id).map(({ version, written }) => ({ event, version: written?.version ?? version })),
    )
    .map(({ event, version }) => ({ began: BigInt(event.began), ended: BigInt(event.ended), version }));
  const byEnd = seen.toSorted((one, other) => (one.ended < other.ended ? -1 : 1));
  let [next, newest] = [0, 0];
  for (const { began, version } of seen.toSorted((one, other) => (one.began < other.began ? -1 : 1))) {
    for (; next < byEnd.length && byEnd[next]!.ended < began; next++) newest = Math.max(newest, byEnd[next]!.version);
    assert.ok(version >= newest, `${id}: version ${version} was met after ${newest} was told`);
  }
};

/** Throws where no sequence of units, one after the other, tells the history: per object, and for what holds of all objects at once. */
export const checkHistory = (events: readonly Event[]): void => {
  for (const id of accounts) {
    checkReads(events, id, checkWrites(events, id));
    checkOrder(events, id);
  }
  const total = accounts.length * opening;
  for (const event of events) {
    // Who waits for its turn does not decide on what another is changing, and need not decide again.
    assert.is(event.stale, 0, `${event.kind} ran again ${event.stale} times`);
    if (event.kind === 'look')
      assert.is(
        event.accesses.reduce((sum, { balance }) => sum + balance, 0),
        total,
        'a snapshot has what there is',
      );
    for (const [total, length] of event.tallies ?? []) assert.is(total, length, 'a list says how many there are');
    if (event.kind === 'slot') assert.ok((event.found as number) <= slots, `${String(event.found)} of ${slots} slots were taken`);
  }
  checkNames(events);
};
