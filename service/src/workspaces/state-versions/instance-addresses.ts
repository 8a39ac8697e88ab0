import type { ManagedBlock } from './read-resources.ts';

/** An object that a state manages, as a list shows it. */
export interface StoredInstance {
  readonly address: string;
  readonly name: string;
  readonly index: string | null;
  readonly module: string;
  readonly provider: string;
  readonly type: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The state version that changed it last. */
  readonly modifiedBy: string;
}

/** An object with its dates, as the next version compares it. */
export interface KnownObject {
  readonly fingerprint: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly modifiedBy: string;
}
/** Objects by their addresses. */
export type KnownObjects = ReadonlyMap<string, KnownObject>;

/** The address of an object: `module.media.aws_s3_bucket.this["a"]`. `key`: null where its block has one object. */
export const toAddress = ([type, name, module]: ManagedBlock, key: unknown): string => {
  const block = module === 'root' ? `${type}.${name}` : `${module}.${type}.${name}`;
  return key === null ? block : `${block}[${JSON.stringify(key)}]`;
};

const toIndex = (key: unknown): string | null => (typeof key === 'string' || typeof key === 'number' ? String(key) : null);
/** The address in `provider["…"]`. */
const providerNameOf = (provider: string): string => /\["([^"]*)"\]/.exec(provider)?.[1] ?? '';

/** What a list shows of an object, besides its dates. */
export const toInstance = (block: ManagedBlock, key: unknown) => {
  const [type, name, module, provider] = block;
  return { address: toAddress(block, key), name, index: toIndex(key), module, provider: providerNameOf(provider), type };
};
