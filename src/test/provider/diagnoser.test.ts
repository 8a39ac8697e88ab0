import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProvider } from '../../provider/provider.ts';
import type { Diagnostic } from '../../protocol/provider-server.ts';
import { type ScriptedResponse, startServer } from '../client/support/server.ts';

/** One diagnostic per call is the protocol's; a cause that every object meets is told in full by the first of them. */
const Once = suite('what concerns every object alike');
const short = 'The cause is described in another of these errors.';

const provided = (environment: { readonly [name: string]: string }) => {
  const provider = makeProvider({ version: '0.1.0', log: () => {}, environment, timing: { deadline: 300, random: () => 0 } });
  return {
    configure: () => provider.configure({ workspaces: null, ci: null }, { version: '1.14.0' }),
    read: async (type: string, id: string): Promise<Diagnostic> => {
      const { diagnostics } = await provider.resources[`slipway_${type}`]!.read(
        { state: { id, organization: 'acme' }, private: undefined } as never,
        { signal: new AbortController().signal } as never,
      );
      return diagnostics[0]!;
    },
  };
};
const at = (address: string) => ({ SLIPWAY_WORKSPACES_ADDRESS: address, SLIPWAY_WORKSPACES_TOKEN: 'token-of-the-test' });

const served = async (say: ScriptedResponse, work: (address: string) => Promise<void>): Promise<void> => {
  const server = await startServer(() => say);
  try {
    await work(server.address);
  } finally {
    await server.close();
  }
};

Once('a missing setting', async () => {
  const { configure, read } = provided({ SLIPWAY_WORKSPACES_ADDRESS: 'http://127.0.0.1:9' });
  await configure();
  const summary = 'The workspace service has no token';
  assert.equal(await read('workspace', 'ws-1'), {
    severity: 'error',
    summary,
    detail: "Set `token` in the provider's `workspaces` section, or the environment variable SLIPWAY_WORKSPACES_TOKEN.",
  });
  assert.equal(await read('variable_set', 'varset-1'), { severity: 'error', summary, detail: short });
});

Once('a missing service', async () => {
  const { configure, read } = provided(at('http://127.0.0.1:9'));
  await configure();
  const complete = await read('workspace', 'ws-1');
  assert.is(complete.summary, 'Could not read the workspace: The workspace service could not be reached');
  assert.match(complete.detail, 'No server listens at http://127.0.0.1:9 (connection refused).');
  assert.equal(await read('workspace', 'ws-2'), { severity: 'error', summary: complete.summary, detail: short });
  assert.equal(await read('variable_set', 'varset-1'), {
    severity: 'error',
    summary: 'Could not read the variable set: The workspace service could not be reached',
    detail: short,
  });
});

Once('a token that is not accepted', () =>
  served({ status: 401, body: { errors: [{ title: 'unauthorized' }] } }, async (address) => {
    const { configure, read } = provided(at(address));
    await configure();
    const complete = await read('workspace', 'ws-1');
    assert.match(complete.detail, 'Check `workspaces.token` (SLIPWAY_WORKSPACES_TOKEN)');
    assert.equal(await read('workspace', 'ws-2'), {
      severity: 'error',
      summary: 'Could not read the workspace: The workspace service answered 401: unauthorized',
      detail: short,
    });
  }),
);

Once('the next operation is reported anew', () =>
  served({ status: 401 }, async (address) => {
    const { configure, read } = provided(at(address));
    await configure();
    const first = await read('workspace', 'ws-1');
    assert.is((await read('workspace', 'ws-1')).detail, short);
    await configure();
    assert.equal(await read('workspace', 'ws-1'), first);
  }),
);

Once('what concerns one object is told of each in full', () =>
  served({ status: 403, body: { errors: [{ title: 'forbidden' }] } }, async (address) => {
    const { configure, read } = provided(at(address));
    await configure();
    for (const id of ['ws-1', 'ws-2']) {
      assert.equal(await read('workspace', id), {
        severity: 'error',
        summary: 'Could not read the workspace: The workspace service answered 403: forbidden',
        detail:
          `Use a token with the permission, in \`workspaces.token\` (SLIPWAY_WORKSPACES_TOKEN).\n` +
          `Request: GET ${address}/api/v2/workspaces/${id}`,
      });
    }
  }),
);

Once.run();
