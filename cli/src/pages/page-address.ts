import { parseServiceAddress } from 'slipway/client/address';

/**
 * The page of a workspace for people. The embedded service has it at the path of the vendor's, so the same address leads to it at both.
 * `address`: that of the service, with or without `/api/v2`.
 */
export const workspacePage = (address: string, organization: string, name: string): string =>
  `${parseServiceAddress('The address', address)}/app/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(name)}`;

/** The page of a run of a workspace for people, at both services. */
export const runPage = (address: string, organization: string, name: string, run: string): string =>
  `${workspacePage(address, organization, name)}/runs/${encodeURIComponent(run)}`;

/** The page of an organization, which only the vendor's service has. */
export const organizationPage = (address: string, organization: string): string =>
  `${parseServiceAddress('The address', address)}/app/${encodeURIComponent(organization)}`;

/** The list of the control endpoints of an embedded service, which it shows on its own machine. */
export const controlPage = (address: string): string => `${parseServiceAddress('The address', address)}/_local/`;

/** The forms of code hosts in addresses of the vendor's pages, by their forms in slugs. */
const hostNames: { readonly [host: string]: string } = { gh: 'github', bb: 'bitbucket' };

/**
 * The page of pipelines of the vendor's CI service: of all, of a project (`gh/acme/web`), or of one pipeline by its number. Pages of the
 * cloud are at `app.circleci.com`, those of a server at its own address.
 */
export const pipelinePage = (address: string, slug?: string, number?: number): string => {
  const base = parseServiceAddress('The address', address);
  const { hostname } = new URL(base);
  const origin = hostname === 'circleci.com' || hostname === 'app.circleci.com' ? 'https://app.circleci.com' : base;
  const [host = '', ...names] = (slug ?? '').split('/').filter((part) => part !== '');
  const parts = host === '' ? [] : [hostNames[host] ?? host, ...names, ...(number === undefined ? [] : [String(number)])];
  return [`${origin}/pipelines`, ...parts.map(encodeURIComponent)].join('/');
};
