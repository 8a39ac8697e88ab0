import type { RateLimitWait } from 'slipway/client/rate-limiter';
import type { EngineMessage } from 'slipway/engine/messages';
import { formatCount, formatSeconds } from '../quantities.ts';

interface RunningResource {
  readonly module: string;
  readonly action: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}
/** The progress of an apply. */
export interface ApplyProgress {
  /** Operations of the plan; a replacement is two. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly running: ReadonlyMap<string, RunningResource>;
  readonly startedAt: number;
}

export const startProgress = (total: number, now: number): ApplyProgress => ({
  total,
  done: 0,
  failed: 0,
  running: new Map(),
  startedAt: now,
});

const without = <V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> => new Map([...map].filter(([name]) => name !== key));

/** The progress after a message of the engine. What the plan did not count, such as data that is read, is not counted. */
export function advanceProgress(progress: ApplyProgress, { type, hook }: EngineMessage, now: number): ApplyProgress {
  if (!hook) return progress;
  const { addr, module = '' } = hook.resource;
  const key = `${addr} ${hook.action ?? ''}`;
  const isCounted = hook.action !== 'read';
  const running = without(progress.running, key);
  if (type === 'apply_start')
    return { ...progress, running: new Map([...running, [key, { module, action: hook.action ?? '', since: now }]]) };
  if (type === 'apply_complete') return { ...progress, running, done: progress.done + (isCounted ? 1 : 0) };
  if (type === 'apply_errored') return { ...progress, running, failed: progress.failed + (isCounted ? 1 : 0) };
  return progress;
}

const activities: { readonly [action: string]: string } = {
  create: 'creating',
  update: 'updating',
  delete: 'destroying',
  read: 'reading',
};

/** Estimated milliseconds until the end, from the progress so far; null while that does not suffice. */
export function estimateTimeLeft({ total, done, failed, startedAt }: ApplyProgress, now: number): number | null {
  const ended = done + failed;
  if (ended < 3 || now - startedAt < 2000 || ended >= total) return null;
  return ((now - startedAt) / ended) * (total - ended);
}

export const describeWait = ({ requests, until }: RateLimitWait, now: number): string => {
  return `waiting for the limit of the service: ${formatCount(requests, 'request')}, the next one in ${formatSeconds(until - now)}`;
};

/** The resources under way as a tree of modules, below a line with counts. */
export function renderProgress(
  title: string,
  progress: ApplyProgress,
  { now, wait }: { readonly now: number; readonly wait: RateLimitWait | null },
): readonly string[] {
  const { total, done, failed, running } = progress;
  const left = estimateTimeLeft(progress, now);
  const counts = [`${done} of ${total} done`, `${running.size} running`];
  if (failed > 0) counts.push(`${failed} failed`);
  if (left !== null) counts.push(`about ${formatSeconds(left)} left`);
  const modules = new Map<string, string[]>();
  for (const [key, { module, action, since }] of running) {
    const address = key.slice(0, key.lastIndexOf(' ')).slice(module === '' ? 0 : module.length + 1);
    modules.set(module, [...(modules.get(module) ?? []), `${address}: ${activities[action] ?? action}, ${formatSeconds(now - since)}`]);
  }
  const tree = [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([module, resources]) =>
      module === '' ? resources.map((line) => `  ${line}`) : [`  ${module}`, ...resources.map((line) => `    ${line}`)],
    );
  return [`${title}: ${counts.join(', ')}`, ...tree, ...(wait ? [`  ${describeWait(wait, now)}`] : [])];
}
