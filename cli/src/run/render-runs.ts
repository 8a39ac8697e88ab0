import type { Run } from './runs.ts';

const kindOf = ({ isDestroy, planOnly }: Run): string => (isDestroy ? 'destroy' : planOnly ? 'plan only' : '');

/** The first line of a message, which is as long as its author likes. */
const shorten = (message: string): string => {
  const [line = ''] = message.split('\n');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** A line for each run. */
export const renderRuns = (runs: readonly Run[]): string => {
  const longest = Math.max(...runs.map(({ status }) => status.length));
  return runs
    .map((run) =>
      [run.id, run.status.padEnd(longest), run.createdAt, shorten(run.message), kindOf(run)].filter(Boolean).join('  ').trimEnd(),
    )
    .join('\n');
};

/** One run, and the commands that its status permits. */
export const renderRun = (run: Run): string =>
  [
    `${run.id}  ${run.status}`,
    `  created  ${run.createdAt}`,
    ...(run.message ? [`  message  ${shorten(run.message)}`] : []),
    ...(kindOf(run) ? [`  kind     ${kindOf(run)}`] : []),
    ...run.actions
      .filter((action) => action !== 'force-cancel')
      .map((action, at) => `  ${at === 0 ? 'next' : '    '}     slipway run ${action} ${run.id}`),
  ].join('\n');
