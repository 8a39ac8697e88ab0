import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { CollectionSnapshot } from '../snapshots/snapshot.ts';
import { deltaFrom, type Versions } from './delta.ts';

/** Of istio.mcp.v1alpha1.Resources. */
const fields = { version: 1, collection: 2, resources: 3, removed: 4, nonce: 5, incremental: 6 } as const;
const text = (writer: BinaryWriter, field: number, value: string): BinaryWriter => writer.tag(field, WireType.LengthDelimited).string(value);

const headed = ({ version, collection }: CollectionSnapshot): BinaryWriter => text(text(new BinaryWriter(), fields.version, version), fields.collection, collection);
const full = (snapshot: CollectionSnapshot): Uint8Array => {
  const writer = headed(snapshot);
  for (const { bytes } of snapshot.encoded()) writer.tag(fields.resources, WireType.LengthDelimited).bytes(bytes);
  return writer.finish();
};
const incremental = (snapshot: CollectionSnapshot, held: Versions): Uint8Array => {
  const { changed, removed } = deltaFrom(held, snapshot);
  const writer = headed(snapshot);
  for (const { bytes } of changed) writer.tag(fields.resources, WireType.LengthDelimited).bytes(bytes);
  for (const name of removed) text(writer, fields.removed, name);
  return writer.tag(fields.incremental, WireType.Varint).bool(true).finish();
};

/** All of a response but its nonce, made once for however many sinks: messages of protobuf may be put together in parts. */
const shared = new WeakMap<CollectionSnapshot, Uint8Array>();
const sharedDeltas = new WeakMap<CollectionSnapshot, WeakMap<Versions, Uint8Array>>();
const sharedPart = (snapshot: CollectionSnapshot, held: Versions | undefined): Uint8Array => {
  const deltas = sharedDeltas.get(snapshot) ?? new WeakMap<Versions, Uint8Array>();
  const part = held ? deltas.get(held) ?? incremental(snapshot, held) : shared.get(snapshot) ?? full(snapshot);
  if (held) sharedDeltas.set(snapshot, deltas.set(held, part)); else shared.set(snapshot, part);
  return part;
};

/** The bytes of a Resources with this nonce: of all there is, or, for a sink that holds these versions, of what is other there. */
export const responseBytes = (snapshot: CollectionSnapshot, nonce: string, held?: Versions): Buffer =>
  Buffer.concat([sharedPart(snapshot, held), text(new BinaryWriter(), fields.nonce, nonce).finish()]);

/** A response of nothing but a collection's name. */
export const triggerResponse = (collection: string): Buffer => Buffer.from(text(new BinaryWriter(), fields.collection, collection).finish());
