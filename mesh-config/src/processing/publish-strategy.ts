import type { Clock } from '../lifecycle/clock.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';

/** When a group's snapshot is published. */
export interface PublishStrategy {
  /** Something in the group has changed. */
  onChange(): void;
  /** Forgets what was to come. */
  stop(): void;
}

/** Milliseconds: so long after the last change, and at the latest so long after the first. */
export const defaultDelays = { quiesce: 500, max: 1000 } as const;

/** Waits until changes have paused, up to a maximum. */
export const createDebounceStrategy = (
  publish: () => void,
  { clock, metrics, quiesce, max }: { readonly clock: Clock; readonly metrics: Metrics; readonly quiesce: number; readonly max: number },
): PublishStrategy => {
  let cancelQuiesce: (() => void) | undefined;
  let cancelMax: (() => void) | undefined;
  const stop = (): void => {
    cancelQuiesce?.();
    cancelMax?.();
    cancelQuiesce = cancelMax = undefined;
  };
  const reached = (which: 'quiesce' | 'max_time') => (): void => {
    metrics.add(`cfgmgr_runtime_strategy_timer_${which}_reached_total`);
    stop();
    publish();
  };
  return {
    stop,
    onChange: () => {
      metrics.add('cfgmgr_runtime_strategy_on_change_total');
      if (cancelQuiesce) metrics.add('cfgmgr_runtime_strategy_timer_resets_total');
      cancelQuiesce?.();
      cancelQuiesce = clock.schedule(quiesce, reached('quiesce'));
      cancelMax ??= clock.schedule(max, reached('max_time'));
    },
  };
};

/** Publishes at each change. */
export const createImmediateStrategy = (publish: () => void, metrics: Metrics): PublishStrategy => ({
  stop: () => {},
  onChange: () => {
    metrics.add('cfgmgr_runtime_strategy_on_change_total');
    publish();
  },
});
