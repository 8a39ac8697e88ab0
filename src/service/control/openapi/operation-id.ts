const capitalize = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;
const toPascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capitalize)
    .join('');

/** `getWorkspacesByWorkspaceId` of `GET /workspaces/{workspace_id}`. */
export const buildOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith('{') ? `By${toPascalCase(segment.slice(1, -1))}` : toPascalCase(segment)))
    .join('');

/** The noun that a path begins with. */
export const pickTag = (path: string): string => path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? 'other';
