/** The loop of a process that does the work without a request. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdjustableClock } from '../../src/http/clock.ts';
import { type BackgroundTask, startBackgroundTasks } from '../../src/pipeline/background-tasks.ts';
import { createWriteWatchers, everyKind } from '../../src/store/write-watchers.ts';

const test = suite('background tasks');

type Perform = BackgroundTask['perform'];

/** One task, the times of its turns in milliseconds since its start, and what happens around it. */
const start = (perform: Perform, pause = 0) => {
  const [watchers, clock, reports] = [createWriteWatchers(), createAdjustableClock(), [] as string[]];
  const began = performance.now();
  const turns: number[] = [];
  const task: BackgroundTask = {
    name: 'working',
    kinds: ['runs'],
    ownKinds: ['workspaces'],
    pause,
    perform: () => {
      turns.push(performance.now() - began);
      return perform();
    },
  };
  const report = (message: string, error: unknown): void => void reports.push(`${message}: ${(error as Error).message}`);
  const work = startBackgroundTasks({ store: watchers, clock, report }, [task]);
  const write = (kind: string): Promise<unknown> => watchers.notifyAfter(async (tell) => tell(kind));
  return { ...work, watchers, clock, reports, turns, write };
};

const until = async (is: () => boolean): Promise<void> => {
  for (const end = performance.now() + 5000; !is() && performance.now() < end;) await delay(1);
  assert.ok(is());
};

test('has a turn at the start, and then rests until something of its kinds is written', async () => {
  const work = start(async () => undefined);
  await delay(60);
  assert.is(work.turns.length, 1);
  await work.write('others');
  await delay(20);
  assert.is(work.turns.length, 1);
  await work.write('runs');
  await until(() => work.turns.length === 2);
  await work.write(everyKind);
  await until(() => work.turns.length === 3);
  await work.stop();
  await work.write('runs');
  await delay(20);
  assert.is(work.turns.length, 3);
});

test('has a turn when the time has come that it named, by the clock of the service', async () => {
  const work = start(async () => (work.turns.length === 1 ? work.clock.now().getTime() + 80 : undefined));
  await until(() => work.turns.length === 2);
  assert.ok(work.turns[1]! >= 79, `${work.turns[1]} ms`);
  await work.stop();
});

test('a clock that is moved brings the time, and one that stands keeps it away', async () => {
  const at = Date.now() + 60;
  const work = start(async () => (work.clock.now().getTime() < at ? at : undefined));
  work.clock.freeze(new Date(at - 60));
  await delay(120);
  assert.is(work.turns.length, 1);
  work.clock.advance(60);
  await until(() => work.turns.length === 2);
  await work.stop();
});

test('what is written during a turn is looked at in another one, never in two at once', async () => {
  let [open, most] = [0, 0];
  let endFirst = (): void => {};
  const first = new Promise<void>((resolve) => void (endFirst = resolve));
  const work = start(async () => {
    most = Math.max(most, (open += 1));
    await first;
    open -= 1;
    return undefined;
  });
  for (let times = 0; times < 5; times++) {
    await work.write('runs');
    await delay(2);
  }
  endFirst();
  await until(() => work.turns.length === 2);
  await delay(60);
  assert.equal([work.turns.length, most], [2, 1]);
  await work.stop();
});

test('however much is written, it pauses between two turns', async () => {
  const work = start(async () => undefined, 50);
  for (const end = performance.now() + 220; performance.now() < end;) {
    await work.write('runs');
    await delay(1);
  }
  assert.ok(work.turns.length >= 2 && work.turns.length <= 6, `${work.turns.length} turns`);
  await work.stop();
});

test('what is left is tried again after the pause', async () => {
  const work = start(async () => (work.turns.length < 3 ? 'again' : undefined), 30);
  await until(() => work.turns.length === 3);
  assert.ok(work.turns[2]! >= 58, `${work.turns[2]} ms`);
  await delay(50);
  assert.is(work.turns.length, 3);
  await work.stop();
});

test('a failure is reported once, and tried again until it is over', async () => {
  let tries = 0;
  const work = start(async () => {
    if ((tries += 1) <= 2) throw new Error('away');
    return undefined;
  });
  await until(() => work.turns.length === 3);
  assert.equal(work.reports, ['working: away']);
  assert.ok(work.turns[2]! >= 1990, `${work.turns[2]} ms`);
  await work.stop();
});

test('what another process wrote, and what becomes due of it, is left to that one for a moment', async () => {
  const work = start(async () => (work.turns.length === 2 ? work.clock.now().getTime() : undefined));
  await until(() => work.turns.length === 1);
  const wroteAt = work.turns[0]!;
  work.watchers.notifyOfOthers(['runs']);
  await until(() => work.turns.length === 3);
  assert.ok(work.turns[1]! - wroteAt >= 245 && work.turns[2]! - work.turns[1]! >= 245, `${work.turns.join(', ')} ms`);
  await work.stop();
});

test('of what is written all the time only its own process wakes it', async () => {
  const work = start(async () => undefined);
  await until(() => work.turns.length === 1);
  assert.is(work.watchers.isAnnounced('runs'), true);
  assert.is(work.watchers.isAnnounced('workspaces'), false);
  work.watchers.notifyOfOthers(['workspaces']);
  await delay(300);
  assert.is(work.turns.length, 1);
  await work.write('workspaces');
  await until(() => work.turns.length === 2);
  // What was missed may be anything.
  work.watchers.notifyOfOthers([everyKind]);
  await until(() => work.turns.length === 3);
  await work.stop();
  assert.is(work.watchers.isWatched('workspaces'), false);
});

test('settings that change wake it', async () => {
  const work = start(async () => undefined);
  await until(() => work.turns.length === 1);
  work.wake();
  await until(() => work.turns.length === 2);
  await work.stop();
});

test('a stop waits for the turn under way', async () => {
  let isOver = false;
  const work = start(async () => {
    await delay(30);
    isOver = true;
    return undefined;
  });
  await work.stop();
  assert.ok(isOver);
});

test.run();
