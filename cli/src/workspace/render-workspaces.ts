import { formatCount } from '../quantities.ts';
import type { WorkspaceSummary } from './workspaces.ts';

/** A line for each workspace: ID, name, mode, resources, lock. */
export const renderWorkspaces = (workspaces: readonly WorkspaceSummary[]): string => {
  const longest = Math.max(...workspaces.map(({ name }) => name.length));
  return workspaces
    .map(({ id, name, executionMode, resources, locked }) =>
      [id, name.padEnd(longest), executionMode.padEnd(6), formatCount(resources, 'resource'), locked ? 'locked' : ''].join('  ').trimEnd(),
    )
    .join('\n');
};

/** One workspace, a line for each fact that it has. */
export const renderWorkspace = (workspace: WorkspaceSummary): string => {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['description', workspace.description],
    ['execution', workspace.executionMode],
    ['engine', workspace.engineVersion],
    ['locked', workspace.locked ? 'yes' : 'no'],
    ['resources', String(workspace.resources)],
    ['tags', workspace.tags.length === 0 ? null : workspace.tags.join(', ')],
    ['project', workspace.projectId],
    ['run', workspace.currentRunId],
    ['updated', workspace.updatedAt],
  ];
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : [`  ${label.padEnd(11)}  ${value}`]));
  return [`${workspace.id}  ${workspace.name}`, ...lines].join('\n');
};
