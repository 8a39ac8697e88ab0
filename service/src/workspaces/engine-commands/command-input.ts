import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import { readArchive } from '../configuration-versions/archive-content.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { loadRunInput, type RunInput, type RunVariable, toRunVariable } from '../runs/engine/run-input.ts';
import { listSecretKeys } from '../runs/secret-run-variables.ts';
import { listVariables } from '../variables/variables.ts';
import type { StoredEngineCommand } from './stored.ts';

type CommandRecord = StoredRecord<StoredEngineCommand>;

/** The variables of the tests of a module, and then those of the test run; each name once. */
const loadTestVariables = async (view: ReadTransaction, { scope, body }: CommandRecord): Promise<readonly RunVariable[]> => {
  const variables = await listVariables(view, scope);
  const secretKeys = listSecretKeys(variables.map((one) => one.body));
  const ofRun = (body.options?.variables ?? []).map(({ key, value, sensitive }): RunVariable => ({
    key,
    value,
    category: 'infra',
    isExpression: true,
    isSensitive: sensitive === true || secretKeys.has(key),
  }));
  return [...new Map([...variables.map(toRunVariable), ...ofRun].map((one) => [`${one.category}:${one.key}`, one])).values()];
};

/** The input of a test run; its workspace is the module, which has no state. Undefined: the module was deleted. */
const loadTestInput = async (view: ReadTransaction, record: CommandRecord): Promise<RunInput | undefined> => {
  const { id, scope, body } = record;
  const module = await view.get<StoredRegistryModule>('registry-modules', scope);
  const configuration = await view.get<StoredConfigurationVersion>('configuration-versions', body.configurationVersion);
  if (!module || !configuration) return undefined;
  const { status, source } = configuration.body;
  return {
    run: { id, isDestroy: false, ...(body.engineVersion === undefined ? {} : { engineVersion: body.engineVersion }) },
    workspace: { id: scope, organization: body.organization, name: module.body.name, folder: '', stateVersion: null },
    configuration: { id: configuration.id, status, source },
    variables: await loadTestVariables(view, record),
    archive: await readArchive(view, configuration),
    state: undefined,
    planFiles: undefined,
    command: body.command,
  };
};

/** Everything that executing a command needs. Undefined: what it belongs to was deleted. */
export const loadCommandInput = async (view: ReadTransaction, record: CommandRecord): Promise<RunInput | undefined> => {
  const { id, scope, body } = record;
  if (body.command.name === 'test') return loadTestInput(view, record);
  const { configurationVersion, engineVersion, options } = body;
  const input = await loadRunInput(view, {
    id,
    body: {
      workspace: scope,
      configurationVersion,
      isDestroy: false,
      aim: {},
      ...(options ? { options } : {}),
      ...(engineVersion === undefined ? {} : { engineVersion }),
    },
  });
  return input && { ...input, command: body.command };
};
