import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { CollectionSnapshot } from '../snapshots/snapshot.ts';

/** Of istio.mcp.v1alpha1.Resources. */
const fields = { version: 1, collection: 2, resources: 3, nonce: 5 } as const;

/** All of a response but its nonce, made once for however many sinks: messages of protobuf may be put together in parts. */
const shared = new WeakMap<CollectionSnapshot, Uint8Array>();
const sharedPart = (snapshot: CollectionSnapshot): Uint8Array => {
  const there = shared.get(snapshot);
  if (there) return there;
  const writer = new BinaryWriter().tag(fields.version, WireType.LengthDelimited).string(snapshot.version).tag(fields.collection, WireType.LengthDelimited).string(snapshot.collection);
  for (const { bytes } of snapshot.encoded()) writer.tag(fields.resources, WireType.LengthDelimited).bytes(bytes);
  const part = writer.finish();
  shared.set(snapshot, part);
  return part;
};

/** The bytes of a full-state Resources with this nonce. */
export const responseBytes = (snapshot: CollectionSnapshot, nonce: string): Buffer =>
  Buffer.concat([sharedPart(snapshot), new BinaryWriter().tag(fields.nonce, WireType.LengthDelimited).string(nonce).finish()]);

/** A response of nothing but a collection's name. */
export const triggerResponse = (collection: string): Buffer =>
  Buffer.from(new BinaryWriter().tag(fields.collection, WireType.LengthDelimited).string(collection).finish());
