/** Where people look at things: documents link here (`self-html`, `plan-url`). */
export const workspacePath = (organization: string, name: string): string => `/app/${organization}/workspaces/${name}`;
export const runPath = (organization: string, name: string, run: string): string => `${workspacePath(organization, name)}/runs/${run}`;
