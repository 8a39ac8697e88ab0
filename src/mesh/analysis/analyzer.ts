import type { Resource } from '../resource.ts';
import type { CodeName } from './codes.ts';

/** What there is, by collection; undefined: nobody here knows whether there is anything in it. */
export interface Among { resources(collection: string): readonly Resource[] | undefined }

/** What analyzers look things up in. */
export interface Look {
  /** In the order of names; none where the collection is not known. */
  all(collection: string): readonly Resource[];
  /** By `namespace/name`, or `name`. */
  named(collection: string, name: string): Resource | undefined;
  /** What `make` makes of all there is, made once however many ask. */
  once<T>(make: (look: Look) => T): T;
  /** As `once`, where what it makes of the checked resource itself is not looked at: that may be as it was before. */
  others<T>(make: (look: Look) => T): T;
  /** `cluster.local` */
  readonly domain: string;
  /** The namespace whose policies hold for all others. */
  readonly rootNamespace: string;
}

export interface Problem {
  readonly code: CodeName;
  /** RFC 6901, in the whole document of the resource that is checked. */
  readonly pointer: string;
  /** One sentence: what is there, what was expected, what to write. */
  readonly message: string;
}

/** One file of `analyzers/`. It is asked about one resource after the other. */
export interface Analyzer {
  readonly name: string;
  readonly codes: readonly CodeName[];
  /** Collections whose resources are checked; it is asked about those that are there. */
  readonly about: readonly string[];
  /** Collections without which it cannot tell: where one is not there, it is skipped. */
  readonly needs: readonly string[];
  check(resource: Resource, look: Look): Iterable<Problem>;
}
