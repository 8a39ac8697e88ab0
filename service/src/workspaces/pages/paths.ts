/** Paths of the HTML pages that documents link to (`self-html`, `plan-url`). */
export const buildWorkspacePath = (organization: string, name: string): string => `/app/${organization}/workspaces/${name}`;
export const buildRunPath = (organization: string, name: string, run: string): string =>
  `${buildWorkspacePath(organization, name)}/runs/${run}`;
