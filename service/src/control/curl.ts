import type { NumberedEntry } from '../journal/journal.ts';
import type { ApiDefinition } from '../pipeline/api-definition.ts';

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const authorizationHeaders: { readonly [service in ApiDefinition['name']]: string } = {
  workspaces: '"Authorization: Bearer $SLIPWAY_WORKSPACES_TOKEN"',
  ci: '"Ci-Token: $SLIPWAY_CI_TOKEN"',
};

/** A shell command that repeats the request; the token is the provider's own environment variable. */
export const renderCurl = (
  { entry: { method, path, service, caller, request, requestBytes } }: NumberedEntry,
  origin: string,
  apis: readonly ApiDefinition[],
): string => {
  const api = apis.find(({ name }) => name === service)!;
  const whole = request?.body !== undefined && request.note === undefined ? request.body : undefined;
  const type = request?.headers.find(([name]) => name === 'content-type')?.[1] ?? api.mediaType;
  return [
    'curl -sS',
    method === 'HEAD' ? '--head' : `-X ${quoteForShell(method)}`,
    ...(caller ? [`-H ${authorizationHeaders[api.name]}`] : []),
    ...(requestBytes > 0 ? [`-H ${quoteForShell(`Content-Type: ${type}`)}`] : []),
    ...(whole === undefined ? [] : [`--data-raw ${quoteForShell(whole)}`]),
    '--globoff',
    quoteForShell(origin + path),
    ...(requestBytes > 0 && whole === undefined ? [`# its body of ${requestBytes} bytes was not kept`] : []),
  ].join(' ');
};
