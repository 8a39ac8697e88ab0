import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceClient } from '../../../src/client/open-service-client.ts';
import type { Values } from '../../../declarations/src/declare/index.ts';
import { actionServer } from '../../../src/provider/action-server.ts';
import { dataSourceServer } from '../../../src/provider/data-source-server.ts';
import { createDiagnoser } from '../../../src/provider/diagnoser.ts';
import type { ProviderContext } from '../../../src/provider/resource-server.ts';
import { actions, dataSources, resources } from '../../../declarations/src/resources/index.ts';

export interface Exchange {
  readonly request: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
}
interface ReceivedRequest {
  readonly request: string;
  readonly body?: unknown;
}

/** A provider before a service that answers by the script; what it was asked is found in the list. */
export const scriptProvider = (
  exchanges: readonly Exchange[],
  profile: 'neutral' | 'hosted' = 'neutral',
  service: 'workspaces' | 'ci' = 'ci',
): { readonly behind: ProviderContext; readonly heard: readonly ReceivedRequest[]; readonly told: readonly string[] } => {
  const received: ReceivedRequest[] = [],
    reported: string[] = [];
  const organization = service === 'ci' ? 'gh/acme' : 'acme';
  const client = openServiceClient({
    service,
    address: 'http://service.test',
    token: 'token-of-the-test',
    organization,
    dialect: profile,
    fetch: async (request) => {
      const text = await request.text();
      received.push({
        request: `${request.method} ${request.url.replace('http://service.test/api/v2', '')}`,
        ...(text === '' ? {} : { body: JSON.parse(text) as unknown }),
      });
      const { status = 200, answer } = exchanges[received.length - 1] ?? { status: 418, answer: { message: 'nobody expected this' } };
      return new Response(answer === undefined ? null : JSON.stringify(answer), {
        status,
        headers: { 'Content-Type': service === 'ci' ? 'application/json' : 'application/vnd.api+json' },
      });
    },
  });
  const section = {
    service,
    address: 'http://service.test',
    token: 'token-of-the-test',
    organization,
    profile,
    unknown: [],
  };
  return {
    heard: received,
    told: reported,
    behind: {
      clients: () => ({ section: () => section, client: () => client, isUnknown: () => false, keepsFingerprints: true }),
      log: (message) => {
        reported.push(message);
      },
      findResource: (name) => resources[name]!,
      diagnose: createDiagnoser(),
    },
  };
};

export interface DataSourceCase {
  readonly config: Values;
  readonly exchanges: readonly Exchange[];
  readonly state?: Values;
  readonly faults?: readonly string[];
}

const pick = (state: Values | null, names: Values) => Object.fromEntries(Object.keys(names).map((name) => [name, state?.[name]]));

/** Each data source asks what is written, and shows these attributes. */
export const testDataSources = (about: string, table: { readonly [title: string]: DataSourceCase }): void => {
  const Wire = suite(`data sources: ${about}`);
  for (const [title, { config, exchanges, state, faults }] of Object.entries(table)) {
    Wire(title, async () => {
      const name = title.split(' ')[0] as string;
      const { behind: provider, heard: received } = scriptProvider(exchanges);
      const server = dataSourceServer(dataSources[name]!, provider);
      const found = await server.read(config, { signal: new AbortController().signal });
      assert.equal(
        received,
        exchanges.map(({ request, body }) => ({ request, ...(body === undefined ? {} : { body }) })),
      );
      assert.equal(
        found.diagnostics.map(({ summary, detail }) => `${summary}: ${detail ?? ''}`),
        faults ?? [],
      );
      if (state) assert.equal(pick(found.state, state), state);
    });
  }
  Wire.run();
};

export interface ActionCase {
  readonly config: Values;
  readonly exchanges: readonly Exchange[];
  readonly told?: readonly string[];
  readonly faults?: readonly RegExp[];
}

/** Each action sends what is written, and tells what the service says. */
export const testActions = (about: string, table: { readonly [title: string]: ActionCase }): void => {
  const Wire = suite(`actions: ${about}`);
  for (const [title, { config, exchanges, told: reported = [], faults = [] }] of Object.entries(table)) {
    Wire(title, async () => {
      const values: string[] = [];
      const { behind: provider, heard: received } = scriptProvider(exchanges);
      const found = await actionServer(actions[title.split(' ')[0] as string]!, provider).invoke(config, {
        signal: new AbortController().signal,
        progress: (message: string) => {
          values.push(message);
        },
      } as never);
      assert.equal(
        received,
        exchanges.map(({ request, body }) => ({ request, ...(body === undefined ? {} : { body }) })),
      );
      assert.is(found.length, faults.length, JSON.stringify(found));
      faults.forEach((fault, index) => assert.match(`${found[index]!.summary}: ${found[index]!.detail ?? ''}`, fault));
      assert.equal(values, reported);
    });
  }
  Wire.run();
};
