import { NotFoundError } from '../apply/find.ts';
import { resourceOperations } from '../apply/resource-operations.ts';
import { canFillPath, responseDocument, fillPath, toNeutralItem } from '../apply/call-endpoint.ts';
import {
  type Attributes,
  type DataSource,
  endpointMethod,
  isAbsent,
  isUnknown,
  type ListIndex,
  pathParametersOf,
  type Endpoint,
  type Values,
  nounOf,
} from '@slipway/declarations/declare';
import { omitNulls, providerSchema, validateConfig } from '@slipway/declarations/derive';
import { decodeDocument, documentFormatOf, encodeDocument, toNeutralDocument } from '@slipway/declarations/dialects';
import type { DataSourceServer } from '../protocol/provider-server.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';
import { requireSetting } from './provider-section.ts';
import type { QueryParameters, ServiceResponse } from '../client/contract/service-client.ts';

/** The query that a data source's filters make. */
const filterParameters = (source: DataSource, values: Values): QueryParameters => {
  const out: Record<string, QueryParameters[string]> = {};
  for (const [name, { at, default: defaultValue }] of Object.entries(source.attributes)) {
    const value = values[name] ?? (typeof defaultValue === 'symbol' ? null : defaultValue);
    if (typeof at !== 'object' || at.place !== 'query' || isAbsent(value)) continue;
    if (at.as === 'comma') out[at.name] = (value as readonly string[]).join(',');
    else if (at.as === 'each') out[at.name] = { each: value as readonly string[] };
    else if (at.as === 'tagged') {
      Object.entries(value as { [key: string]: string }).forEach(([key, wanted], index) => {
        out[`${at.name}[${index}][key]`] = key;
        if (wanted !== '') out[`${at.name}[${index}][value]`] = wanted;
      });
    } else out[at.name] = value as string;
  }
  return out;
};

/** Every attribute, null where it has no value. */
const fillNulls = (attributes: Attributes, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { kind }]) => {
      const value = values[name] ?? null;
      return [name, value !== null && kind.members ? fillNulls(kind.members, value as Values) : value];
    }),
  );

const decodeWithNulls = (source: Pick<DataSource, 'service'>, attributes: Attributes, document: Values): Record<string, unknown> =>
  fillNulls(attributes, decodeDocument(documentFormatOf(source.service), attributes, document));

/** Fills in the organization of the provider block where an endpoint needs it. */
const applyProviderDefaults = (source: DataSource, config: Values, organization: () => string): Values => {
  const out: Record<string, unknown> = { ...config };
  const needsNoOrganization = source.requests.some((endpoint) => !endpoint.includes('{organization}') && canFillPath(endpoint, config));
  for (const [name, attribute] of Object.entries(source.attributes))
    if (attribute.inherits && isAbsent(out[name]) && !needsNoOrganization) out[name] = organization();
  return out;
};

const readList = async (source: DataSource, endpoint: Endpoint, values: Values, { client, signal }: ReadContext): Promise<Values> => {
  const { name, attributes } = source.items!;
  const items: Values[] = [];
  for await (const item of client.list({ path: fillPath(endpoint, values), query: filterParameters(source, values), signal }))
    items.push(decodeWithNulls(source, attributes, toNeutralItem(item, source.service)));
  return { ...values, [name]: items, ...(source.index ? { [source.index.name]: indexItems(source.index, items) } : {}) };
};

const indexItems = ({ key, value, unless }: ListIndex, items: readonly Values[]): Values =>
  Object.fromEntries(
    items.filter((item) => item[unless] !== true && !isAbsent(item[value])).map((item) => [String(item[key]), item[value]]),
  );

const notFound = (source: DataSource, endpoint: Endpoint, values: Values): NotFoundError => {
  const filters = source.matchBy?.map((name) => `${name} "${String(values[name])}"`).join(', ');
  return new NotFoundError(`No ${nounOf(source.name)} was found at ${fillPath(endpoint, values)}${filters ? ` with ${filters}` : ''}.`);
};

const readDataSource = async (source: DataSource, provider: ProviderContext, config: Values, signal: AbortSignal): Promise<Values> => {
  const context = createApplyContext(provider, source.service, signal, provider.log);
  const values = applyProviderDefaults(source, config, () => requireSetting(provider.clients().section(source.service), 'organization'));
  const endpoint = source.requests.find((one) => canFillPath(one, values)) as Endpoint | undefined;
  if (endpoint === undefined)
    throw new Error(`the configuration of the data source ${source.name} is valid and sets the parameters of none of its endpoints`);
  if (source.items) return readList(source, endpoint, values, context);
  const document =
    source.matchBy && endpoint !== source.requests[0]
      ? await findMatching(source, endpoint, values, context)
      : await readOne(source, endpoint, values, context);
  if (document === null) throw notFound(source, endpoint, values);
  const found = { ...decodeWithNulls(source, source.attributes, document), ...configuredValues(source, values) };
  return { ...found, ...(await readFromResource(source, found, context, provider)) };
};

export const dataSourceServer = (source: DataSource, provider: ProviderContext): DataSourceServer => ({
  schema: providerSchema(source),
  validate: async (config) => [...validateConfig(source, config).map(diagnoseConfigError), ...deprecationWarnings(source, config)],
  read: async (config, { signal }) => {
    if (Object.values(config).some(isUnknown)) return { state: null, diagnostics: [] };
    try {
      return {
        state: { ...fillNulls(source.attributes, {}), ...(await readDataSource(source, provider, config, signal)) },
        diagnostics: [],
      };
    } catch (error) {
      return { state: null, diagnostics: [provider.diagnose(error, `read the ${nounOf(source.name)}`)] };
    }
  },
});

/** Configured values stay as they are configured. */
const configuredValues = (source: DataSource, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name in source.attributes && !isAbsent(value)));

/** Values that the document lacks and the `read` of a resource returns. */
const readFromResource = async (
  { fromResource: reported }: DataSource,
  values: Values,
  context: ReadContext,
  provider: ProviderContext,
): Promise<Values> => {
  if (reported === undefined) return {};
  const current = await resourceOperations(provider.findResource(reported.resource)).read(values, context, true);
  return Object.fromEntries(reported.attributes.map((name) => [name, current?.[name] ?? null]));
};

type ReadContext = ReturnType<typeof createApplyContext>;

/** The body of a read that is a POST: what is configured and not in the path. */
const questionBody = (source: DataSource, endpoint: Endpoint, values: Values): unknown => {
  const inPath = pathParametersOf(endpoint);
  const names = Object.keys(source.attributes).filter(
    (name) => source.attributes[name]!.mode !== 'computed' && !inPath.includes(name) && !isAbsent(values[name]),
  );
  return omitNulls(
    encodeDocument(documentFormatOf(source.service), { type: source.name, attributes: source.attributes, values, names }) as Values,
  );
};

const readOne = async (source: DataSource, endpoint: Endpoint, values: Values, { client, signal }: ReadContext): Promise<Values | null> => {
  const method = endpointMethod(endpoint) as 'GET' | 'POST';
  const response = await client.call({
    method,
    ...(method === 'GET' ? {} : { body: questionBody(source, endpoint, values) }),
    path: fillPath(endpoint, values),
    query: filterParameters(source, values),
    effect: 'read',
    acceptedStatuses: [404],
    signal,
  });
  if (response.status === 404) return null;
  return responseDocument(source, toNeutralDocument(response.body, source.service)) ?? {};
};

/** Asks for a few by their names, which the workspace service filters by; for more, reads the list that all are in. */
const findMatching = async (
  source: DataSource,
  endpoint: Endpoint,
  values: Values,
  { client, signal }: ReadContext,
): Promise<Values | null> => {
  const names = source.matchBy!;
  const path = fillPath(endpoint, values);
  const decode = (item: Values) => decodeDocument(documentFormatOf(source.service), source.attributes, toNeutralItem(item, source.service));
  const keyOf = (of: Values): string => JSON.stringify(names.map((name) => of[name] ?? null));
  const query = Object.fromEntries(names.map((name) => ['q', String(values[name])]));
  const plain = async (): Promise<ServiceResponse> => {
    const response = { headers: { get: () => null }, requestId: null };
    for await (const item of client.list({ path, query, signal }))
      if (keyOf(decode(item)) === keyOf(values)) return { ...response, status: 200, body: { data: item } };
    return { ...response, status: 404, body: null };
  };
  const { status, body } = await client.read({
    path: null,
    ...(source.service === 'ci' ? {} : { plain }),
    id: keyOf(values),
    index: { name: `source ${names.join()}`, keyOf: (item) => keyOf(decode(item)) },
    list: { path },
    signal,
  });
  return status === 404 ? null : responseDocument(source, toNeutralDocument(body, source.service));
};
