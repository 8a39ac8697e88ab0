import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { CollectionSnapshot } from '../snapshots/snapshot.ts';
import { computeDelta, type ResourceVersions } from './delta.ts';

/** Field numbers of the message istio.mcp.v1alpha1.Resources. */
const fieldNumbers = { version: 1, collection: 2, resources: 3, removed: 4, nonce: 5, incremental: 6 } as const;
const writeText = (writer: BinaryWriter, field: number, value: string): BinaryWriter =>
  writer.tag(field, WireType.LengthDelimited).string(value);

const writeHeader = ({ version, collection }: CollectionSnapshot): BinaryWriter =>
  writeText(writeText(new BinaryWriter(), fieldNumbers.version, version), fieldNumbers.collection, collection);
const encodeFull = (snapshot: CollectionSnapshot): Uint8Array => {
  const writer = writeHeader(snapshot);
  for (const { bytes } of snapshot.encoded()) writer.tag(fieldNumbers.resources, WireType.LengthDelimited).bytes(bytes);
  return writer.finish();
};
const encodeIncremental = (snapshot: CollectionSnapshot, held: ResourceVersions): Uint8Array => {
  const { changed, removed } = computeDelta(held, snapshot);
  const writer = writeHeader(snapshot);
  for (const { bytes } of changed) writer.tag(fieldNumbers.resources, WireType.LengthDelimited).bytes(bytes);
  for (const name of removed) writeText(writer, fieldNumbers.removed, name);
  return writer.tag(fieldNumbers.incremental, WireType.Varint).bool(true).finish();
};

/** All of a response but its nonce, made once for however many sinks: messages of protobuf may be put together in parts. */
const fullResponses = new WeakMap<CollectionSnapshot, Uint8Array>();
const incrementalResponses = new WeakMap<CollectionSnapshot, WeakMap<ResourceVersions, Uint8Array>>();
const encodeSharedPart = (snapshot: CollectionSnapshot, held: ResourceVersions | undefined): Uint8Array => {
  const deltas = incrementalResponses.get(snapshot) ?? new WeakMap<ResourceVersions, Uint8Array>();
  const part = held ? (deltas.get(held) ?? encodeIncremental(snapshot, held)) : (fullResponses.get(snapshot) ?? encodeFull(snapshot));
  if (held) incrementalResponses.set(snapshot, deltas.set(held, part));
  else fullResponses.set(snapshot, part);
  return part;
};

/** The bytes of a Resources with this nonce: of all there is, or, for a sink that holds these versions, of what is other there. */
export const encodeResponse = (snapshot: CollectionSnapshot, nonce: string, held?: ResourceVersions): Buffer =>
  Buffer.concat([encodeSharedPart(snapshot, held), writeText(new BinaryWriter(), fieldNumbers.nonce, nonce).finish()]);

/** A response with only the name of a collection. */
export const encodeTriggerResponse = (collection: string): Buffer =>
  Buffer.from(writeText(new BinaryWriter(), fieldNumbers.collection, collection).finish());
