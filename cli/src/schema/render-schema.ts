import { jsonSchema } from '@slipway/declarations/derive';
import { makeProvider } from 'slipway/provider/provider';
import { dataSources, resources } from '@slipway/declarations/resources';
import { nearestWord } from '@slipway/declarations/derive/nearest-word';
import { version } from '@slipway/declarations/version';
import { CliError } from '../cli-error.ts';

const prefix = 'slipway_';
const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);

function describeProvider(): unknown {
  const {
    schema,
    resources: managed,
    dataSources: read,
    ephemerals,
    actions,
    lists,
    functions,
  } = makeProvider({ version, environment: {}, log: () => {} });
  const schemas = (of: Readonly<Record<string, { readonly schema: unknown }>>) =>
    Object.fromEntries(Object.entries(of).map(([name, one]) => [name, one.schema]));
  return {
    provider: schema,
    resources: schemas(managed),
    data_sources: schemas(read),
    ephemerals: schemas(ephemerals),
    actions: schemas(actions),
    lists: schemas(lists),
    functions: Object.fromEntries(Object.entries(functions).map(([name, { call: _call, ...signature }]) => [name, signature])),
  };
}

/** What `slipway schema` prints: a list of types, one JSON Schema (2020-12), or the whole provider schema. */
export function renderSchema(
  type: string | undefined,
  { dataSource, state, provider }: { dataSource?: boolean; state?: boolean; provider?: boolean },
): string {
  if (provider) return formatJson(describeProvider());
  const [all, form] = dataSource ? ([dataSources, 'data source'] as const) : ([resources, 'resource'] as const);
  const types = Object.keys(all)
    .map((name) => prefix + name)
    .sort();
  if (type === undefined) return types.join('\n');
  const found = all[type.startsWith(prefix) ? type.slice(prefix.length) : type];
  if (!found) {
    const suggestion = nearestWord(type, types);
    throw new CliError(
      `There is no ${form} '${type}'.${suggestion ? ` Did you mean ${suggestion}?` : ''} \`slipway ` +
        `schema${dataSource ? ' --data-source' : ''}\` lists them.`,
      2,
    );
  }
  return formatJson(jsonSchema({ ...found, form: dataSource ? 'data-source' : 'resource' }, { computed: state === true }));
}
