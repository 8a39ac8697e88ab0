import { escaped, isObject, type JsonObject } from '../../../json.ts';
import type { BlockKind } from './schemas.ts';

/** A body of a block in a configuration in JSON. */
export interface WrittenBlock {
  readonly kind: BlockKind;
  readonly type: string;
  /** RFC 6901, of the body. */
  readonly pointer: string;
  /** The provider's address, where `required_providers` says it. */
  readonly source?: string;
}

const step = (name: string | number): string => `/${escaped(name)}`;

/** The objects that stand somewhere: one, or a list of them. */
function* objectsAt(value: unknown, pointer: string): Generator<readonly [JsonObject, string]> {
  if (isObject(value)) yield [value, pointer];
  if (Array.isArray(value)) for (const [index, one] of value.entries()) if (isObject(one)) yield [one, pointer + step(index)];
}

function* labelled(value: unknown, pointer: string): Generator<readonly [label: string, value: unknown, pointer: string]> {
  for (const [members, at] of objectsAt(value, pointer)) for (const [name, one] of Object.entries(members)) if (name !== '//') yield [name, one, at + step(name)];
}

/** Local names of providers to their addresses. */
function sources(document: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [settings] of objectsAt(document['terraform'], '')) {
    for (const [name, requirement] of labelled(settings['required_providers'], '')) {
      if (isObject(requirement) && typeof requirement['source'] === 'string') found.set(name, requirement['source']);
    }
  }
  return found;
}

const twice = ['resource', 'data', 'ephemeral', 'action', 'list'] as const;

/** Every block that a provider has a schema for, in the order of the document. What is shaped otherwise is left to Terraform. */
export function* writtenBlocks(document: unknown): Generator<WrittenBlock> {
  if (!isObject(document)) return;
  const known = sources(document);
  const source = (name: string): { source?: string } => { const address = known.get(name); return address === undefined ? {} : { source: address }; };
  for (const [key, value] of Object.entries(document)) {
    if (key === 'provider') {
      for (const [type, bodies, at] of labelled(value, '/provider')) for (const [, pointer] of objectsAt(bodies, at)) yield { kind: 'provider', type, pointer, ...source(type) };
    } else if ((twice as readonly string[]).includes(key)) {
      const kind = key as (typeof twice)[number];
      for (const [type, named, under] of labelled(value, step(key))) {
        for (const [, bodies, at] of labelled(named, under)) {
          for (const [body, pointer] of objectsAt(bodies, at)) {
            const reference = typeof body['provider'] === 'string' ? body['provider'].split('.')[0]! : type.split('_')[0]!;
            // An action's and a list's own arguments stand one level deeper.
            const inner = kind === 'action' || kind === 'list' ? [...objectsAt(body['config'], `${pointer}/config`)].map(([, place]) => place) : [pointer];
            for (const place of inner) yield { kind, type, pointer: place, ...source(reference) };
          }
        }
      }
    }
  }
}

/** Whether a file is a configuration in JSON, by its name. */
export const isTerraform = (file: string): boolean => /\.(tf|tofu)\.json$/i.test(file);
