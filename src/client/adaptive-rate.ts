/** Requests per second: unlimited until the service answers 429, then reduced, then raised step by step. */
export interface AdaptiveRate {
  /** The earliest moment the next request may go. */
  nextTurn(): number;
  /** One request goes at this moment. */
  spend(now: number): void;
  /** A request that went at `sentAt` was taken, or was too many. */
  onAccepted(now: number): void;
  onRejected(sentAt: number, now: number): void;
  cap(requestsPerSecond: number): void;
}

const cutFactor = 0.85;
const minimumRate = 0.5;
/** The assumed rate of accepted requests where too few were sent to measure it. */
const minimumObservedRate = 5;

export const createAdaptiveRate = (): AdaptiveRate => {
  let [rate, ceiling, nextAt, changedAt, cutAt] = [Infinity, Infinity, 0, 0, -Infinity];
  let lately: number[] = [];
  const perSecond = (now: number) => (lately = lately.filter((at) => at > now - 1000)).length;
  return {
    nextTurn: () => nextAt,
    spend(now) {
      const most = Math.min(rate, ceiling);
      // A late timer is compensated, up to 50 ms.
      if (most < Infinity) nextAt = Math.max(nextAt, now - 50) + 1000 / most;
    },
    onAccepted(now) {
      if (lately.length > 2_000) lately = lately.filter((at) => at > now - 1000);
      lately.push(now);
      if (rate === Infinity || now - changedAt < 1000) return;
      rate += Math.max(1, rate * 0.05);
      changedAt = now;
      if (rate > 2_000) rate = Infinity;
    },
    onRejected(sentAt, now) {
      // Requests sent before the rate was reduced do not count against the new rate.
      if (sentAt <= cutAt) return;
      rate = Math.max(minimumRate, cutFactor * Math.min(rate, Math.max(minimumObservedRate, perSecond(now))));
      cutAt = changedAt = now;
    },
    cap(requestsPerSecond) {
      ceiling = Math.min(ceiling, requestsPerSecond);
    },
  };
};
