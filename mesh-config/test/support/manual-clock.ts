import type { Clock } from '../../src/lifecycle/clock.ts';

/** A clock that stands until it is moved; timers that become due are called at their times. */
export const createManualClock = (): Clock & { move(milliseconds: number): void } => {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => now,
    schedule: (milliseconds, call) => {
      const one = { at: now + milliseconds, call };
      waiting.add(one);
      return () => {
        waiting.delete(one);
      };
    },
    move: (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        waiting.delete(next);
        now = next.at;
        next.call();
      }
      now = end;
    },
  };
};
