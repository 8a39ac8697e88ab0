import { NotFoundError } from '../apply/find.ts';
import { resourceOperations } from '../apply/resource-operations.ts';
import { canFillPath, responseDocument, fillPath, toNeutralItem } from '../apply/call-endpoint.ts';
import { type Attributes, type DataSource, isAbsent, isUnknown, type Endpoint, type Values, nounOf } from '../declare/index.ts';
import { providerSchema, verdict } from '../derive/index.ts';
import { decodeDocument, documentFormatOf, toNeutralDocument } from '../dialects/index.ts';
import type { DataSourceServer } from '../protocol/provider-server.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { filterParameters } from './filter-parameters.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';
import { requireSetting } from './provider-section.ts';

/** Every attribute, null where nothing is said. */
const fillNulls = (attributes: Attributes, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { kind }]) => {
      const value = values[name] ?? null;
      return [name, value !== null && kind.members ? fillNulls(kind.members, value as Values) : value];
    }),
  );

const decodeWithNulls = (source: Pick<DataSource, 'service'>, attributes: Attributes, document: Values): Record<string, unknown> =>
  fillNulls(attributes, decodeDocument(documentFormatOf(source.service), attributes, document));

/** What silence inherits, where the chosen row or any other may need it. */
const applyProviderDefaults = (source: DataSource, config: Values, organization: () => string): Values => {
  const out: Record<string, unknown> = { ...config };
  const free = source.requests.some((row) => !row.includes('{organization}') && canFillPath(row, config));
  for (const [name, attribute] of Object.entries(source.attributes))
    if (attribute.inherits && isAbsent(out[name]) && !free) out[name] = organization();
  return out;
};

export const dataSourceServer = (source: DataSource, behind: ProviderContext): DataSourceServer => {
  const noun = nounOf(source.name);
  const read = async (config: Values, signal: AbortSignal): Promise<Values> => {
    const around = createApplyContext(behind, source.service, signal, behind.log);
    const values = applyProviderDefaults(source, config, () => requireSetting(behind.clients().section(source.service), 'organization'));
    const row = source.requests.find((one) => canFillPath(one, values)) as Endpoint | undefined;
    if (row === undefined)
      throw new Error(`the configuration of the data source ${source.name} was found valid, and fills none of its rows`);
    if (source.items) {
      const found: Values[] = [];
      for await (const item of around.client.list({ path: fillPath(row, values), query: filterParameters(source, values), signal }))
        found.push(decodeWithNulls(source, source.items.attributes, toNeutralItem(item, source.service)));
      return { ...values, [source.items.name]: found };
    }
    const document =
      source.matching && row !== source.requests[0]
        ? await findMatching(source, row, values, around)
        : await readOne(source, row, values, around);
    if (document === null)
      throw new NotFoundError(
        `No ${noun} was found at ${fillPath(row, values)}${source.matching ? ` with ${source.matching.map((name) => `${name} "${String(values[name])}"`).join(', ')}` : ''}.`,
      );
    return {
      ...decodeWithNulls(source, source.attributes, document),
      ...configuredValues(source, values),
      ...(await readFromResource(source, values, around, behind)),
    };
  };

  return {
    schema: providerSchema(source),
    validate: async (config) => [...verdict(source, config).map(diagnoseConfigError), ...deprecationWarnings(source, config)],
    read: async (config, { signal }) => {
      if (Object.values(config).some(isUnknown)) return { state: null, diagnostics: [] };
      try {
        return { state: { ...fillNulls(source.attributes, {}), ...(await read(config, signal)) }, diagnostics: [] };
      } catch (error) {
        return { state: null, diagnostics: [behind.diagnose(error, `read the ${noun}`)] };
      }
    },
  };
};

/** What the configuration says stays as it says it. */
const configuredValues = (source: DataSource, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name in source.attributes && !isAbsent(value)));

/** What the document does not hold and a resource's `read` knows to ask for. */
const readFromResource = async ({ told }: DataSource, values: Values, around: ReadContext, behind: ProviderContext): Promise<Values> => {
  if (told === undefined) return {};
  const seen = await resourceOperations(behind.findResource(told.by)).read(values, around);
  return Object.fromEntries(told.attributes.map((name) => [name, seen?.[name] ?? null]));
};

type ReadContext = ReturnType<typeof createApplyContext>;

const readOne = async (
  source: DataSource,
  row: Endpoint,
  values: Values,
  { client: line, signal }: ReadContext,
): Promise<Values | null> => {
  const answer = await line.call({
    method: 'GET',
    path: fillPath(row, values),
    query: filterParameters(source, values),
    effect: 'read',
    accept: [404],
    signal,
  });
  if (answer.status === 404) return null;
  return responseDocument(source, toNeutralDocument(answer.body, source.service)) ?? {};
};

const findMatching = async (
  source: DataSource,
  row: Endpoint,
  values: Values,
  { client: line, signal }: ReadContext,
): Promise<Values | null> => {
  const query = source.service === 'ci' ? {} : Object.fromEntries((source.matching ?? []).map((name) => ['q', String(values[name])]));
  for await (const item of line.list({ path: fillPath(row, values), query, signal })) {
    const document = toNeutralItem(item, source.service);
    const said = decodeDocument(documentFormatOf(source.service), source.attributes, document);
    if (source.matching?.every((name) => said[name] === values[name])) return document;
  }
  return null;
};
