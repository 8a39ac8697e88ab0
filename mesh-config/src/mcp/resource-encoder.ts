import type { Resource } from '../resources/resource.ts';
import type { EncodedResource } from '../snapshots/snapshot.ts';
import { type ResourceBody, encodeResource } from './messages.ts';

/** The time of resources without a creation time: year 1, which sinks treat as absent. */
const yearOne = { seconds: -62_135_596_800n, nanos: 0 };

const toTimestamp = (createdAt: string | undefined): { readonly seconds: bigint; readonly nanos: number } => {
  const milliseconds = createdAt === undefined ? NaN : Date.parse(createdAt);
  if (Number.isNaN(milliseconds)) return yearOne;
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 };
};

/** A resource as MCP carries it; encoded once. */
export const createResourceEncoder = (body: (resource: Resource) => ResourceBody): ((resource: Resource) => EncodedResource) => {
  const made = new WeakMap<Resource, EncodedResource>();
  return (resource) => {
    const there = made.get(resource);
    if (there) return there;
    const { name, version, labels, annotations, createdAt } = resource;
    const encoded = {
      name,
      version,
      bytes: encodeResource({ name, version, labels, annotations, createTime: toTimestamp(createdAt) }, body(resource)),
    };
    made.set(resource, encoded);
    return encoded;
  };
};
