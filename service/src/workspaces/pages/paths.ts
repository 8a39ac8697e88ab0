/** Where people look at things: documents link here (`self-html`, `plan-url`). */
export const buildWorkspacePath = (organization: string, name: string): string => `/app/${organization}/workspaces/${name}`;
export const buildRunPath = (organization: string, name: string, run: string): string =>
  `${buildWorkspacePath(organization, name)}/runs/${run}`;
