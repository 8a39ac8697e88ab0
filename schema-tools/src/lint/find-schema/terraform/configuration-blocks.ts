import { escapePointerToken, isObject, type JsonObject } from '../../../json.ts';
import type { BlockKind } from './terraform-schemas.ts';

/** A body of a block in a configuration in JSON. */
export interface ConfigurationBlock {
  readonly kind: BlockKind;
  readonly type: string;
  /** RFC 6901, of the body. */
  readonly pointer: string;
  /** The provider's address, if `required_providers` has it. */
  readonly source?: string;
}

const pointerStep = (name: string | number): string => `/${escapePointerToken(name)}`;

/** The objects at a place: one, or a list of them. */
function* objectsAt(value: unknown, pointer: string): Generator<readonly [JsonObject, string]> {
  if (isObject(value)) yield [value, pointer];
  if (Array.isArray(value)) for (const [index, one] of value.entries()) if (isObject(one)) yield [one, pointer + pointerStep(index)];
}

function* labelledMembers(value: unknown, pointer: string): Generator<readonly [label: string, value: unknown, pointer: string]> {
  for (const [members, at] of objectsAt(value, pointer))
    for (const [name, one] of Object.entries(members)) if (name !== '//') yield [name, one, at + pointerStep(name)];
}

/** Local names of providers to their addresses. */
function providerSources(document: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [settings] of objectsAt(document['terraform'], '')) {
    for (const [name, requirement] of labelledMembers(settings['required_providers'], '')) {
      if (isObject(requirement) && typeof requirement['source'] === 'string') found.set(name, requirement['source']);
    }
  }
  return found;
}

const twoLabelBlocks = ['resource', 'data', 'ephemeral', 'action', 'list'] as const;

/** Every block that a provider has a schema for, in the order of the document. What is shaped otherwise is left to Terraform. */
export function* configurationBlocks(document: unknown): Generator<ConfigurationBlock> {
  if (!isObject(document)) return;
  const known = providerSources(document);
  const source = (name: string): { source?: string } => {
    const address = known.get(name);
    return address === undefined ? {} : { source: address };
  };
  for (const [key, value] of Object.entries(document)) {
    if (key === 'provider') {
      for (const [type, bodies, at] of labelledMembers(value, '/provider'))
        for (const [, pointer] of objectsAt(bodies, at)) yield { kind: 'provider', type, pointer, ...source(type) };
    } else if ((twoLabelBlocks as readonly string[]).includes(key)) {
      const kind = key as (typeof twoLabelBlocks)[number];
      for (const [type, named, under] of labelledMembers(value, pointerStep(key))) {
        for (const [, bodies, at] of labelledMembers(named, under)) {
          for (const [body, pointer] of objectsAt(bodies, at)) {
            const reference = typeof body['provider'] === 'string' ? body['provider'].split('.')[0]! : type.split('_')[0]!;
            // The arguments of an action and of a list are one level deeper.
            const inner =
              kind === 'action' || kind === 'list'
                ? [...objectsAt(body['config'], `${pointer}/config`)].map(([, place]) => place)
                : [pointer];
            for (const place of inner) yield { kind, type, pointer: place, ...source(reference) };
          }
        }
      }
    }
  }
}

/** Whether a file is a configuration in JSON, by its name. */
export const isTerraformJson = (file: string): boolean => /\.(tf|tofu)\.json$/i.test(file);
