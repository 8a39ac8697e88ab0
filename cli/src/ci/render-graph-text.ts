import type { GraphJob, WorkflowGraph } from '@slipway/service/ci/configuration';

const renderJob = ({ name, isApproval, requires, level }: GraphJob): string => {
  const required = requires.map(({ job, statuses }) => (statuses.length > 0 ? `${job} (${statuses.join(', ')})` : job)).join(', ');
  return `${'  '.repeat(level + 1)}${name}${isApproval ? ' (approval)' : ''}${required && ` <- ${required}`}`;
};

/** Renders workflows as indented text: a job is indented further than the jobs that it requires. */
export const renderGraphText = (graphs: readonly WorkflowGraph[]): string =>
  graphs
    .map(({ workflow, jobs }) => [workflow, ...[...jobs].sort((one, other) => one.level - other.level).map(renderJob)].join('\n'))
    .join('\n\n');
