import { existsSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingVendorMembers, vendorMembers } from '../../generate/vendor-members.ts';
import { toHostedOpenApi } from '../../declarations/src/dialects/hosted-openapi.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import { renderOpenApi } from '../../service/src/control/openapi/document.ts';
import { withoutParameterNames } from '../../service/src/http/operation.ts';
import { workspacesApiDefinition } from '../../service/src/workspaces/api-definition.ts';
import { skipWithReason } from '../support/skip.ts';
import { vendorDocumentPath } from '../../service/test/vendor-document.ts';

const test = suite("members of the vendor's document");
const path = vendorDocumentPath('workspaces');
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
const parts = ['attributes', 'relationships'] as const;

interface TypeMembers {
  readonly operations: Set<string>;
  readonly attributes: Set<string>;
  readonly relationships: Set<string>;
}

/** The members of each type of resource in the responses of a document. Types differ in hyphens and underscores. */
const listTypes = (document: any): ReadonlyMap<string, TypeMembers> => {
  const resolve = (schema: any): any =>
    schema?.$ref === undefined
      ? schema
      : resolve(
          schema.$ref
            .slice(2)
            .split('/')
            .reduce((at: any, step: string) => at[step.replaceAll('~1', '/')], document),
        );
  const choices = (schema: any): any[] => ['allOf', 'oneOf', 'anyOf'].flatMap((word) => schema?.[word] ?? []);
  const membersOf = (given: any): [string, any][] => {
    const schema = resolve(given);
    return [...Object.entries<any>(schema?.properties ?? {}), ...choices(schema).flatMap(membersOf)];
  };
  const named = (schema: any, name: string): any[] => membersOf(schema).flatMap(([member, one]) => (member === name ? [resolve(one)] : []));
  const resourcesOf = (given: any): any[] => {
    const schema = resolve(given);
    if (schema?.items) return resourcesOf(schema.items);
    return parts.some((part) => named(schema, part).length > 0) ? [schema] : choices(schema).flatMap(resourcesOf);
  };
  const types = new Map<string, TypeMembers>();
  const add = (operation: string, resource: any) => {
    const words = named(resource, 'type').flatMap((type) => type.enum ?? (type.const === undefined ? [] : [type.const]));
    for (const word of words) {
      const type = word.replaceAll('_', '-');
      if (!types.has(type)) types.set(type, { operations: new Set(), attributes: new Set(), relationships: new Set() });
      const known = types.get(type)!;
      known.operations.add(operation);
      for (const part of parts) for (const one of named(resource, part)) for (const [name] of membersOf(one)) known[part].add(name);
    }
  };
  for (const [row, item] of Object.entries<any>(document.paths))
    for (const [method, operation] of Object.entries<any>(item)) {
      if (!methods.has(method)) continue;
      for (const [status, response] of Object.entries<any>(operation.responses ?? {})) {
        if (!status.startsWith('2')) continue;
        for (const { schema } of Object.values<any>(resolve(response).content ?? {}))
          for (const data of named(schema, 'data'))
            for (const resource of resourcesOf(data)) add(withoutParameterNames(`${method.toUpperCase()} ${row}`), resource);
      }
    }
  return types;
};

(existsSync(path) ? test : skipWithReason(test, "the vendor's document is not beside the checkout"))(
  'what is described, and what is left out, is what the page says',
  () => {
    const declared = Object.values(resources).filter(({ service }) => service === 'workspaces');
    const own = listTypes(toHostedOpenApi(renderOpenApi(workspacesApiDefinition, declared, ''), 'workspaces'));
    const served = new Set(workspacesApiDefinition.routes.map(({ endpoint }) => withoutParameterNames(endpoint)));
    const vendor = [...listTypes(JSON.parse(readFileSync(path, 'utf8')))].filter(([, { operations }]) =>
      [...operations].some((operation) => served.has(operation)),
    );
    const count = (part: 'attributes' | 'relationships') => {
      const all = vendor.flatMap(([type, members]) => [...members[part]].map((name) => own.get(type)?.[part].has(name) === true));
      return { total: all.length, described: all.filter(Boolean).length };
    };
    const missing = vendor
      .map(([type, members]) => [
        type,
        parts.flatMap((part) => [...members[part]].filter((name) => !own.get(type)?.[part].has(name))).length,
      ])
      .filter(([, left]) => left !== 0);
    assert.equal({ types: vendor.length, attributes: count('attributes'), relationships: count('relationships') }, vendorMembers);
    assert.equal(Object.fromEntries(missing), Object.fromEntries(missingVendorMembers.map(([type, left]) => [type, left])));
  },
);

test.run();
