import type { ResolvedProject } from './require-project.ts';

/** The URL of the project's page; the hosted dialect returns it. */
export const projectUrl = ({ project: { id, body }, organization }: Pick<ResolvedProject, 'project' | 'organization'>): string => {
  if (body.host === 'native') return `//circleci.com/${organization.id}/${id}`;
  const domain = body.host === 'github' ? 'github.com' : 'bitbucket.org';
  return `https://${domain}/${organization.body.hostName || organization.body.name}/${body.name}`;
};
