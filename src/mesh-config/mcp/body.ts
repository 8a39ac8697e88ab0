import { create, toBinary } from '@bufbuild/protobuf';
import { kindOfCollection, meshCollection, syntheticCollection } from '../../mesh/kinds/kinds.ts';
import { messageFromJson } from '../../mesh/protobuf/from-json.ts';
import { messageOf } from '../../mesh/protobuf/messages.ts';
import type { Resource } from '../../mesh/resource.ts';
import type { Scope } from '../log/scope.ts';
import type { Body } from './messages.ts';
import { Unconvertible } from './unconvertible.ts';

const struct = 'google.protobuf.Struct';
const messages = new Map<string, string>([[meshCollection, 'istio.mesh.v1alpha1.MeshConfig'], [syntheticCollection, 'istio.networking.v1alpha3.ServiceEntry']]);

/** Full name of the message that carries a collection's resources. */
export const messageOfCollection = (collection: string): string => messages.get(collection) ?? kindOfCollection(collection)?.message ?? struct;
/** `type.googleapis.com/` and that name. */
export const typeUrlOf = (collection: string): string => `type.googleapis.com/${messageOfCollection(collection)}`;

/** A resource's spec as the body that MCP carries. Throws Unconvertible. What its message does not know is told to `scope` at debug. */
export const bodyOf = (scope: Pick<Scope, 'debug' | 'enabled'>) => ({ collection, name, origin, spec }: Resource): Body => {
  const type = messageOf(messageOfCollection(collection)), typeUrl = typeUrlOf(collection);
  if (spec === null || spec === undefined) return { typeUrl, value: toBinary(type, create(type)) };
  const read = messageFromJson(type, spec);
  if ('fault' in read) throw new Unconvertible(read.fault, read.pointer);
  if (scope.enabled('debug')) for (const pointer of read.unknown) {
    scope.debug(`${origin.source}:${origin.lineOf?.(`/spec${pointer}`) ?? origin.line ?? ''}: ${collection} ${name}: /spec${pointer} is not known to ${type.typeName}, and is not served`);
  }
  return { typeUrl, value: toBinary(type, read.message) };
};
