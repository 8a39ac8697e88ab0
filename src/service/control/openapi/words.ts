const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;
const pascal = (text: string): string => text.split(/[^A-Za-z0-9]+/).filter(Boolean).map(capital).join('');

/** `getWorkspacesByWorkspaceId` of `GET /workspaces/{workspace_id}`. */
export const operationId = (method: string, path: string): string =>
  method.toLowerCase() + path.split('/').filter(Boolean).map((segment) => (segment.startsWith('{') ? `By${pascal(segment.slice(1, -1))}` : pascal(segment))).join('');

/** The noun that a path begins with. */
export const tagOf = (path: string): string => path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? 'other';
