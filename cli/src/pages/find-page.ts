import { openServiceClient } from 'slipway/client/open-service-client';
import { readSection } from 'slipway/provider/provider-section';
import { CliError } from '../cli-error.ts';
import type { ConnectionOptions } from '../connection-options.ts';
import { loginEnvironment } from '../login/login-environment.ts';
import { printTarget } from '../login/print-target.ts';
import { requireConnectionOrganization, resolveConnection } from '../login/resolve-connection.ts';
import { findRun } from '../run/runs.ts';
import { findWorkspace, openWorkspaceClient } from '../state/workspace-client.ts';
import { describeSilence, identifyService, type IdentifiedService } from './identify-service.ts';
import { controlPage, organizationPage, pipelinePage, runPage, workspacePage } from './page-address.ts';

export interface FoundPage {
  readonly address: string;
  /** What to do in the browser; undefined: nothing. */
  readonly advice?: string;
}

const identify = (address: string): Promise<IdentifiedService> =>
  identifyService(address).catch((error: unknown) => {
    throw new CliError(describeSilence(address, error));
  });
const passwordAdvice = 'The browser asks for a name and a password: any name, and an API token as the password.';
const withAdvice = async (service: string, address: string): Promise<FoundPage> =>
  (await identify(service)).kind === 'embedded' ? { address, advice: passwordAdvice } : { address };

const needId = (id: string | undefined, what: string): string => {
  if (id === undefined) throw new CliError(`Name the ${what}: slipway open ${what} ${what.toUpperCase()}`, 2);
  return id;
};

async function findServicePage(options: ConnectionOptions): Promise<FoundPage> {
  const connection = resolveConnection(options);
  printTarget(connection);
  const service = await identify(connection.address);
  if (service.kind === 'vendor') return { address: organizationPage(connection.address, requireConnectionOrganization(connection)) };
  if (service.info) return { address: controlPage(connection.address) };
  throw new CliError(
    `${connection.address} has a page for workspaces and runs only: slipway open workspace NAME. ` +
      'Its list of control endpoints is shown on its own machine.',
  );
}

async function findWorkspacePage(workspace: string, options: ConnectionOptions): Promise<FoundPage> {
  const opened = openWorkspaceClient(options);
  const { name } = await findWorkspace(opened, workspace);
  const { address } = resolveConnection(options);
  return withAdvice(address, workspacePage(address, opened.organization, name));
}

interface RunDocument {
  readonly data: { readonly relationships?: { readonly workspace?: { readonly data?: { readonly id: string } | null } } };
}

async function findRunPage(id: string, options: ConnectionOptions): Promise<FoundPage> {
  const opened = openWorkspaceClient(options);
  await findRun(opened, id);
  const { data } = (await opened.client.call({ method: 'GET', path: `/runs/${id}`, effect: 'read' })).body as RunDocument;
  const workspace = data.relationships?.workspace?.data?.id;
  if (!workspace) throw new CliError(`The service does not say which workspace ${id} is of.`);
  const { name } = await findWorkspace(opened, workspace);
  const { address } = resolveConnection(options);
  return withAdvice(address, runPage(address, opened.organization, name, id));
}

interface PipelineDocument {
  readonly project_slug: string;
  readonly number: number;
}

const pipelinePath = (pipeline: string | undefined): string => {
  if (pipeline === undefined) return 'pipeline?org-slug=ORGANIZATION';
  return pipeline.includes('/') ? `project/${pipeline}/pipeline` : `pipeline/${pipeline}`;
};

/** `pipeline`: the ID of a pipeline, or the slug of a project, or nothing. */
async function findPipelinePage(pipeline: string | undefined): Promise<FoundPage> {
  const { address, token } = readSection('ci', {}, loginEnvironment());
  if (!address || !token)
    throw new CliError('Where is the CI service? Set SLIPWAY_CI_ADDRESS and SLIPWAY_CI_TOKEN, or run `slipway login`.', 2);
  printTarget({ address, token });
  if ((await identify(address)).kind === 'embedded')
    throw new CliError(
      `${address} has no page for pipelines yet. GET ${address}/api/v2/${pipelinePath(pipeline)} returns the same as JSON.`,
    );
  if (pipeline === undefined) return { address: pipelinePage(address) };
  if (pipeline.includes('/')) return { address: pipelinePage(address, pipeline) };
  const client = openServiceClient({ service: 'ci', address, token });
  const path = `/pipeline/${encodeURIComponent(pipeline)}`;
  const { project_slug: slug, number } = (await client.call({ method: 'GET', path, effect: 'read' })).body as PipelineDocument;
  return { address: pipelinePage(address, slug, number) };
}

/** The page for people of the service, a workspace, a run or pipelines. Throws a CliError if the service has none. */
export function findPage(
  what: 'workspace' | 'run' | 'pipeline' | undefined,
  id: string | undefined,
  options: ConnectionOptions,
): Promise<FoundPage> {
  if (what === 'workspace') return findWorkspacePage(needId(id, what), options);
  if (what === 'run') return findRunPage(needId(id, what), options);
  return what === 'pipeline' ? findPipelinePage(id) : findServicePage(options);
}
