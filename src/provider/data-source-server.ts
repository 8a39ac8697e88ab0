import { NotFound } from '../apply/find.ts';
import { verbsOf } from '../apply/verbs-of.ts';
import { canFill, documentIn, fill, neutralItem } from '../apply/send.ts';
import { type Attributes, type DataSource, isAbsent, isUnknown, type Row, type Values, nounOf } from '../declare/index.ts';
import { providerSchema, verdict } from '../derive/index.ts';
import { decodeDocument, dialectOf, toNeutral } from '../dialects/index.ts';
import type { DataSourceServer } from '../protocol/server.ts';
import { deprecations } from './deprecations.ts';
import { diagnoseFault } from './diagnose.ts';
import { queryOf } from './query.ts';
import { type Behind, surroundings } from './resource-server.ts';
import { demand } from './section.ts';

/** Every attribute, null where nothing is said. */
const filled = (attributes: Attributes, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, { kind }]) => {
    const value = values[name] ?? null;
    return [name, value !== null && kind.members ? filled(kind.members, value as Values) : value];
  }));

const decode = (source: Pick<DataSource, 'service'>, attributes: Attributes, document: Values): Record<string, unknown> =>
  filled(attributes, decodeDocument(dialectOf(source.service), attributes, document));

/** What silence inherits, where the chosen row or any other may need it. */
const withInherited = (source: DataSource, config: Values, organization: () => string): Values => {
  const out: Record<string, unknown> = { ...config };
  const free = source.rows.some((row) => !row.includes('{organization}') && canFill(row, config));
  for (const [name, attribute] of Object.entries(source.attributes))
    if (attribute.inherits && isAbsent(out[name]) && !free) out[name] = organization();
  return out;
};

export const dataSourceServer = (source: DataSource, behind: Behind): DataSourceServer => {
  const noun = nounOf(source.name);
  const read = async (config: Values, signal: AbortSignal): Promise<Values> => {
    const around = surroundings(behind, source.service, signal, behind.log);
    const values = withInherited(source, config, () => demand(behind.lines().section(source.service), 'organization'));
    const row = source.rows.find((one) => canFill(one, values)) as Row | undefined;
    if (row === undefined) throw new Error(`the configuration of the data source ${source.name} was found valid, and fills none of its rows`);
    if (source.items) {
      const found: Values[] = [];
      for await (const item of around.line.list({ path: fill(row, values), query: queryOf(source, values), signal })) found.push(decode(source, source.items.attributes, neutralItem(item, source.service)));
      return { ...values, [source.items.name]: found };
    }
    const document = source.matching && row !== source.rows[0]
      ? await matching(source, row, values, around)
      : await one(source, row, values, around);
    if (document === null) throw new NotFound(`No ${noun} was found at ${fill(row, values)}${source.matching ? ` with ${source.matching.map((name) => `${name} "${String(values[name])}"`).join(', ')}` : ''}.`);
    return { ...decode(source, source.attributes, document), ...onlyGiven(source, values), ...await toldBeside(source, values, around, behind) };
  };

  return {
    schema: providerSchema(source),
    validate: async (config) => [...verdict(source, config).map(diagnoseFault), ...deprecations(source, config)],
    read: async (config, { signal }) => {
      if (Object.values(config).some(isUnknown)) return { state: null, diagnostics: [] };
      try { return { state: { ...filled(source.attributes, {}), ...await read(config, signal) }, diagnostics: [] }; } catch (error) {
        return { state: null, diagnostics: [behind.diagnose(error, `read the ${noun}`)] };
      }
    },
  };
};

/** What the configuration says stays as it says it. */
const onlyGiven = (source: DataSource, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name in source.attributes && !isAbsent(value)));

/** What the document does not hold and a resource's `read` knows to ask for. */
const toldBeside = async ({ told }: DataSource, values: Values, around: Around, behind: Behind): Promise<Values> => {
  if (told === undefined) return {};
  const seen = await verbsOf(behind.resourceNamed(told.by)).read(values, around);
  return Object.fromEntries(told.attributes.map((name) => [name, seen?.[name] ?? null]));
};

type Around = ReturnType<typeof surroundings>;

const one = async (source: DataSource, row: Row, values: Values, { line, signal }: Around): Promise<Values | null> => {
  const answer = await line.call({ method: 'GET', path: fill(row, values), query: queryOf(source, values), effect: 'read', accept: [404], signal });
  if (answer.status === 404) return null;
  return documentIn(source, toNeutral(answer.body, source.service)) ?? {};
};

const matching = async (source: DataSource, row: Row, values: Values, { line, signal }: Around): Promise<Values | null> => {
  const query = source.service === 'ci' ? {} : Object.fromEntries((source.matching ?? []).map((name) => ['q', String(values[name])]));
  for await (const item of line.list({ path: fill(row, values), query, signal })) {
    const document = neutralItem(item, source.service);
    const said = decodeDocument(dialectOf(source.service), source.attributes, document);
    if (source.matching?.every((name) => said[name] === values[name])) return document;
  }
  return null;
};
