import type { TransportClock } from '../../../client/clock.ts';

/** A clock on which so many seconds pass in one real second. */
export const fastClock = (times: number): TransportClock => {
  const [epoch, begun] = [1_700_000_000_000, performance.now()];
  return {
    now: () => epoch + (performance.now() - begun) * times,
    after: (milliseconds, then) => {
      const timer = setTimeout(then, milliseconds / times);
      return () => clearTimeout(timer);
    },
  };
};

/** A clock that is moved manually, and fires timers that become due. */
export const manualClock = () => {
  let now = 1_700_000_000_000;
  let timers: { at: number; then: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds: number, then: () => void) => {
      const timer = { at: now + milliseconds, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    move(milliseconds: number) {
      const until = now + milliseconds;
      for (;;) {
        const due = timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((one) => one !== due);
        now = Math.max(now, due.at);
        due.then();
      }
      now = until;
    },
    pending: () => timers.length,
  };
};
