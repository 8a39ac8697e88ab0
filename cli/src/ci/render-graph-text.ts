import type { GraphJob, WorkflowGraph } from '@slipway/service/ci/configuration';

const renderJob = ({ name, isApproval, requires, level }: GraphJob): string => {
  const required = requires.map(({ job, statuses }) => (statuses.length > 0 ? `${job} (${statuses.join(', ')})` : job)).join(', ');
  return `${'  '.repeat(level + 1)}${name}${isApproval ? ' (approval)' : ''}${required && ` <- ${required}`}`;
};

/** Workflows as indented text: a job stands deeper than what it requires. */
export const renderGraphText = (graphs: readonly WorkflowGraph[]): string =>
  graphs
    .map(({ workflow, jobs }) => [workflow, ...[...jobs].sort((one, other) => one.level - other.level).map(renderJob)].join('\n'))
    .join('\n\n');
