/** The kinds of resources of a mesh, and how a document is read as one. */
export { isObject } from './document-node.ts';
export { expandList, readResource, type ReadResourceResult } from './documents/read-resource.ts';
export type { Kind } from './kinds/kind.ts';
export { findKind, kinds } from './kinds/kinds.ts';
export type { Origin, Resource } from './resource.ts';
