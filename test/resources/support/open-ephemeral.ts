import * as assert from 'uvu/assert';
import type { Values } from '../../../declarations/src/declare/index.ts';
import { ephemeralServer } from '../../../src/provider/ephemeral-server.ts';
import { ephemerals } from '../../../declarations/src/resources/index.ts';
import { type Exchange, scriptProvider } from './scripted-provider.ts';

interface Opened {
  readonly result: Values | null;
  /** What the engine keeps until it closes it. */
  readonly held: string;
  /** `summary: detail` of opening and of closing. */
  readonly faults: readonly string[];
  readonly bodies: readonly unknown[];
}

/** Opens an ephemeral resource of the workspace service and closes it; every request is as written. */
export const openEphemeral = async (
  name: string,
  config: Values,
  opening: readonly Exchange[],
  closing: readonly Exchange[] = [],
  dialect: 'neutral' | 'hosted' = 'neutral',
): Promise<Opened> => {
  const exchanges = [...opening, ...closing];
  const { behind, heard } = scriptProvider(exchanges, dialect, 'workspaces');
  const requests = () => heard.map(({ request }) => request);
  const expected = exchanges.map(({ request }) => request);
  const declared = ephemerals[name]!;
  const server = ephemeralServer(declared, behind);
  const call = { signal: new AbortController().signal };
  const nulls = Object.fromEntries(Object.keys(declared.attributes).map((one) => [one, null]));
  const { result, private: held, diagnostics } = await server.open({ ...nulls, ...config }, call);
  assert.equal(requests(), expected.slice(0, opening.length), 'opening');
  const closed = await server.close!({ private: held }, call);
  assert.equal(requests(), expected, 'closing');
  const faults = [...diagnostics, ...closed.diagnostics].map(({ summary, detail }) => `${summary}: ${detail}`);
  return { result, held: new TextDecoder().decode(held), faults, bodies: heard.flatMap(({ body }) => (body === undefined ? [] : [body])) };
};
