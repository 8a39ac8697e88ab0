/** Times several ways to do one thing in turn, so that the times of a round are taken on the same machine at the same time. */
import { setImmediate as breathe } from 'node:timers/promises';

export interface Variant {
  readonly name: string;
  /** Does it once. */
  readonly run: () => unknown;
}

/** Milliseconds by name, one a round: of this process's CPU time, which others on the machine disturb least, or of the clock. */
export type Times = ReadonlyMap<string, readonly number[]>;

const clocks = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  wall: () => performance.now(),
};
export type Clock = keyof typeof clocks;

const timeOnce = async (run: () => unknown, now: () => number): Promise<number> => {
  const began = now();
  const answer = run();
  if (answer instanceof Promise) await answer;
  return now() - began;
};

/**
 * The time of doing each way once, in `rounds` rounds after one that is not counted, each beginning with another way. One
 * sample repeats its way until `least` milliseconds have passed.
 */
export const measureInTurn = async (ways: readonly Variant[], rounds: number, least = 0, clock: Clock = 'cpu'): Promise<Times> => {
  const times = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (let at = 0; at < ways.length; at++) {
      const { name, run } = ways[(at + round) % ways.length]!;
      await breathe();
      // No measurement pays for the garbage of another.
      globalThis.gc?.();
      let [spent, count] = [0, 0];
      do {
        spent += await timeOnce(run, clocks[clock]);
        count += 1;
      } while (spent < least);
      if (round > 0) times.get(name)!.push(spent / count);
    }
  return times;
};

/** The ratio of the two times, by round. */
export const ratios = (times: Times, slower: string, faster: string): readonly number[] =>
  times.get(slower)!.map((time, round) => time / times.get(faster)![round]!);
