const capitalize = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;
const toPascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capitalize)
    .join('');

/**
 * `getWorkspacesByWorkspaceId` of `GET /workspaces/{workspace_id}`, `getGithubApp_Installations` of `GET /github-app/installations`: words
 * that a slash separates are others than those that a hyphen does.
 */
export const buildOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter(Boolean)
    .map((segment, index, all) => {
      if (segment.startsWith('{')) return `By${toPascalCase(segment.slice(1, -1))}`;
      return `${index > 0 && !all[index - 1]!.startsWith('{') ? '_' : ''}${toPascalCase(segment)}`;
    })
    .join('');

/** The noun that a path begins with. */
export const pickTag = (path: string): string => path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? 'other';
