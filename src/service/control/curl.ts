import type { Noted } from '../journal.ts';
import type { Surface } from '../surface.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const carriers: { readonly [service in Surface['name']]: string } = {
  workspaces: '"Authorization: Bearer $SLIPWAY_WORKSPACES_TOKEN"', ci: '"Ci-Token: $SLIPWAY_CI_TOKEN"',
};

/** A line for a shell that asks the same again; the token is the variable of the provider's own name. */
export const curlOf = ({ entry: { method, path, service, caller, request, requestBytes } }: Noted, origin: string, surfaces: readonly Surface[]): string => {
  const surface = surfaces.find(({ name }) => name === service)!;
  const whole = request?.body !== undefined && request.note === undefined ? request.body : undefined;
  const type = request?.headers.find(([name]) => name === 'content-type')?.[1] ?? surface.mediaType;
  return [
    'curl -sS', method === 'HEAD' ? '--head' : `-X ${quoted(method)}`, ...(caller ? [`-H ${carriers[surface.name]}`] : []),
    ...(requestBytes > 0 ? [`-H ${quoted(`Content-Type: ${type}`)}`] : []), ...(whole === undefined ? [] : [`--data-raw ${quoted(whole)}`]),
    '--globoff', quoted(origin + path), ...(requestBytes > 0 && whole === undefined ? [`# its body of ${requestBytes} bytes was not kept`] : []),
  ].join(' ');
};
