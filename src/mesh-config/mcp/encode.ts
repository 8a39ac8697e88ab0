import type { Resource } from '../../mesh/resource.ts';
import type { Encoded } from '../snapshots/snapshot.ts';
import { type Body, writeResource } from './messages.ts';

/** What has no time of creation goes out as made in year 1: sinks know that as unsaid. */
const yearOne = { seconds: -62_135_596_800n, nanos: 0 };

const timeOf = (createdAt: string | undefined): { readonly seconds: bigint; readonly nanos: number } => {
  const milliseconds = createdAt === undefined ? NaN : Date.parse(createdAt);
  if (Number.isNaN(milliseconds)) return yearOne;
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 };
};

/** A resource as MCP carries it; encoded once, however often it is asked for. */
export const encoder = (body: (resource: Resource) => Body): ((resource: Resource) => Encoded) => {
  const made = new WeakMap<Resource, Encoded>();
  return (resource) => {
    const there = made.get(resource);
    if (there) return there;
    const { name, version, labels, annotations, createdAt } = resource;
    const encoded = { name, version, bytes: writeResource({ name, version, labels, annotations, createTime: timeOf(createdAt) }, body(resource)) };
    made.set(resource, encoded);
    return encoded;
  };
};
