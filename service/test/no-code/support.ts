import type { ServiceSettings } from '../../src/http/route.ts';
import type { ApiDialect } from '../../src/http/api-dialect.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { advanceRuns } from '../../src/workspaces/runs/advance-runs.ts';
import { document } from '../documents.ts';
import type { TestResponse } from '../support.ts';
import { createWorkspaceTestService as workspacesHere, type WorkspaceTestService as Workspaces } from '../workspaces/support.ts';
import { serviceListeners } from '../../src/service.ts';

export interface NoCodeTestService extends Workspaces {
  /** `mod-…` of a new module `vpc` for `aws` with the versions 1.0.0 and 1.2.0. */
  createModule(name?: string): Promise<string>;
  addVersion(version: string, more?: object, name?: string): Promise<TestResponse>;
  /** The id of a new, enabled offer of a new module; `region` takes "eu" or "us", `size` 1 or 2. */
  createNoCodeModule(): Promise<string>;
  enableModule(module: string, attributes?: object, options?: readonly object[]): Promise<TestResponse>;
  createWorkspace(offer: string, attributes: object, variables?: readonly object[], related?: object): Promise<TestResponse>;
  startUpgrade(offer: string, workspace: string, variables?: readonly object[]): Promise<TestResponse>;
  /** Moves the clock, and the runs with it; how many were moved. */
  passTime(milliseconds: number): Promise<number>;
}

export const variable = (key: string, value: string, more: object = {}) => ({
  type: 'vars',
  attributes: { key, value, category: 'infra', ...more },
});
export const option = (name: string, type: string, options: unknown, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  type: 'variable-options',
  attributes: { 'variable-name': name, 'variable-type': type, options },
});

/** The inputs of the module: one that must be said, two that need not. */
export const inputs = [
  { name: 'region', type: 'string', required: true },
  { name: 'size', type: 'number', default: 1 },
  { name: 'zones', type: 'list(string)', default: [] },
];

export const createNoCodeTestService = async (
  options: { readonly settings?: Partial<ServiceSettings>; readonly profile?: ApiDialect } = {},
): Promise<NoCodeTestService> => {
  const whole = await workspacesHere(options);
  const { request: ask, store, clock } = whole;
  const registry = '/organizations/acme/registry-modules';
  const version: NoCodeTestService['addVersion'] = (number, more = {}, name = 'vpc') =>
    ask(
      `POST ${registry}/private/acme/${name}/aws/versions`,
      document('registry-module-versions', { version: number, variables: inputs, resources: 3, ...more }),
    );
  const module: NoCodeTestService['createModule'] = async (name = 'vpc') => {
    const made = await ask(`POST ${registry}`, document('registry-modules', { name, provider: 'aws', 'registry-name': 'private' }));
    for (const number of ['1.0.0', '1.2.0']) await version(number, {}, name);
    return made.body.data.id;
  };
  const enable: NoCodeTestService['enableModule'] = (id, attributes = { enabled: true }, entries) =>
    ask(
      'POST /organizations/acme/no-code-modules',
      document('no-code-modules', attributes, {
        'registry-module': { data: { id, type: 'registry-module' } },
        ...(entries ? { 'variable-options': { data: entries } } : {}),
      }),
    );
  return {
    ...whole,
    createModule: module,
    addVersion: version,
    enableModule: enable,
    createNoCodeModule: async () =>
      (await enable(await module(), { enabled: true }, [option('region', 'string', ['eu', 'us']), option('size', 'number', [1, 2])])).body
        .data.id,
    createWorkspace: (offer, attributes, variables = [variable('region', 'eu')], related = {}) =>
      ask(`POST /no-code-modules/${offer}/workspaces`, document('workspaces', attributes, { vars: { data: variables }, ...related })),
    startUpgrade: (offer, workspace, variables = []) =>
      ask(
        `POST /no-code-modules/${offer}/workspaces/${workspace}/upgrade`,
        document('workspaces', undefined, { vars: { data: variables } }),
      ),
    passTime: async (milliseconds) => {
      await ask('POST //_local/clock', { move: milliseconds });
      return advanceRuns(store, { clock, settings: { ...defaultSettings, ...options.settings }, listeners: serviceListeners });
    },
  };
};

/** Every error as status, detail and where. */
export const listErrors = (answer: TestResponse): readonly unknown[] =>
  answer.body.errors.map(({ status, detail, source }: any) => [status, detail, ...(source ? [source.pointer ?? source.parameter] : [])]);
