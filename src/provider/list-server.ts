import { fill, neutralItem } from '../apply/send.ts';
import { type Attributes, optional, paramsOf, type Resource, type Row, type Values, nounOf } from '../declare/index.ts';
import { identityNames, providerSchema, verdict } from '../derive/index.ts';
import { decodeDocument, dialectOf } from '../dialects/index.ts';
import type { ListServer } from '../protocol/server.ts';
import { diagnoseFault } from './diagnose.ts';
import { type Behind, surroundings } from './resource-server.ts';
import { conform } from './upgrade-state.ts';
import { demand } from './section.ts';

/** A list resource (engine 1.14): the objects of a resource's `list` row; its path parameters are the filters. */
export const listServer = (resource: Resource, behind: Behind): ListServer => {
  const row = resource.endpoints.list as Row;
  const filters: Attributes = Object.fromEntries(paramsOf(row).map((name) => {
    const { kind, doc, inherits, mode } = resource.attributes[name] as Resource['attributes'][string];
    return [name, inherits ? optional(kind, doc, { inherits }) : { mode, kind, doc }];
  }));
  const of = { attributes: filters, doc: `Every ${nounOf(resource.name)} below \`${row}\`.` };
  return {
    schema: providerSchema(of),
    validate: async (config) => verdict(of, config).map(diagnoseFault),
    list: async function* ({ config, limit, includeObject }, { signal }) {
      try {
        const around = surroundings(behind, resource.service, signal, behind.log);
        const values: Values = Object.fromEntries(paramsOf(row).map((name) =>
          [name, config[name] ?? (filters[name]?.inherits ? demand(behind.lines().section(resource.service), 'organization') : null)]));
        let count = 0;
        for await (const item of around.line.list({ path: fill(row, values), signal })) {
          if (limit > 0 && count++ >= limit) return;
          const document = neutralItem(item, resource.service);
          const object = conform(resource.attributes, { ...values, ...decodeDocument(dialectOf(resource.service), resource.attributes, document) });
          const identity = Object.fromEntries(identityNames(resource).map((name) => [name, object[name] ?? null]));
          yield { identity, displayName: String(object['name'] ?? object['key'] ?? object['id']), diagnostics: [], ...(includeObject ? { object } : {}) };
        }
      } catch (error) {
        yield { identity: {}, displayName: '', diagnostics: [behind.diagnose(error, `list every ${nounOf(resource.name)}`)] };
      }
    },
  };
};
