import { create, toBinary } from '@bufbuild/protobuf';
import { findKindByCollection, meshCollection, syntheticCollection } from '../resources/kinds/kinds.ts';
import { parseMessageJson } from '../resources/messages/parse-message-json.ts';
import { getMessageType } from '../resources/messages/message-types.ts';
import type { Resource } from '../resources/resource.ts';
import type { LogScope } from '../log/scope.ts';
import type { ResourceBody } from './messages.ts';
import { ConversionError } from './conversion-error.ts';

const structMessage = 'google.protobuf.Struct';
const messageNames = new Map<string, string>([
  [meshCollection, 'istio.mesh.v1alpha1.MeshConfig'],
  [syntheticCollection, 'istio.networking.v1alpha3.ServiceEntry'],
]);

/** Full name of the message that carries a collection's resources. */
export const messageNameOf = (collection: string): string =>
  messageNames.get(collection) ?? findKindByCollection(collection)?.message ?? structMessage;
/** `type.googleapis.com/` and the full name of the message. */
export const typeUrlOf = (collection: string): string => `type.googleapis.com/${messageNameOf(collection)}`;

/** Encodes the spec of a resource as a body of MCP; throws ConversionError. Logs fields that the message does not have at debug level. */
export const createBodyEncoder =
  (scope: Pick<LogScope, 'debug' | 'isEnabled'>) =>
  ({ collection, name, origin, spec }: Resource): ResourceBody => {
    const type = getMessageType(messageNameOf(collection)),
      typeUrl = typeUrlOf(collection);
    if (spec === null || spec === undefined) return { typeUrl, value: toBinary(type, create(type)) };
    const read = parseMessageJson(type, spec);
    if ('faults' in read) throw new ConversionError(read.faults[0].fault, read.faults[0].pointer);
    if (scope.isEnabled('debug'))
      for (const pointer of read.canonical.unknown) {
        const location = `${origin.source}:${origin.lineOf?.(`/spec${pointer}`) ?? origin.line ?? ''}`;
        scope.debug(`${location}: ${collection} ${name}: /spec${pointer} is not known to ${type.typeName}, and is not served`);
      }
    return { typeUrl, value: toBinary(type, read.message) };
  };
