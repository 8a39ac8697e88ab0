import { createHmac } from 'node:crypto';
import { StoreUnavailable } from '../failures.ts';
import { decrypt, encrypt } from './cipher.ts';
import type { DataKey } from './data-keys.ts';
import { canHoldSecret, findSecrets, type SecretPlace, secretMembers } from './secret-members.ts';

/** A value was sealed with a data key that this process does not have: it was made meanwhile, or the value is of another store. */
export class UnknownDataKey extends StoreUnavailable {
  constructor(kind: string, id: string) {
    super(`a secret of ${kind} ${id} was sealed with a key that this store does not have`);
  }
}

/** A sealed value that does not open: it was changed, moved to another record, or sealed with another key of the same id. */
export class UnreadableSecret extends Error {
  constructor(kind: string, id: string, options: ErrorOptions) {
    super(`a secret of ${kind} ${id} does not open: it was changed, or sealed with another key`, options);
  }
}

/** Seals the secrets of records, and opens them. */
export interface Sealer {
  /** The id of the key that seals. */
  currentKey(): string;
  replaceKeys(keys: readonly DataKey[]): void;
  /** 32 bytes for one purpose, out of the key that seals; others once the keys are replaced. */
  deriveKey(purpose: string): Buffer;
  /** The JSON text of a body, with its secrets sealed. */
  seal(kind: string, id: string, text: string): string;
  /** The JSON text of a body whose secret members were taken apart, with these sealed. */
  sealApart(kind: string, id: string, apart: ApartBody): string;
  /** A stored body, parsed; its secrets are decrypted when they are read. Throws UnknownDataKey. */
  open(kind: string, id: string, text: string): unknown;
}

/** The marker of a sealed value in JSON: no other value has this member, and a secret is never stored in another form. */
const marker = '"sealed":"';
interface SealedValue {
  sealed: string;
}
const isSealed = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && typeof (value as Partial<SealedValue>).sealed === 'string';

const describeContext = (kind: string, id: string, { member }: Pick<SecretPlace, 'member'>): string => `${kind}\0${id}\0${member}`;

/** Replaces a sealed value by its plain text on first access, so that lists of records are not decrypted needlessly. */
const openLazily = ({ parent, name }: SecretPlace, read: () => unknown): void => {
  const define = (value: object): void => {
    Object.defineProperty(parent, name, { configurable: true, enumerable: true, ...value });
  };
  define({ get: read, set: (value: unknown) => define({ value, writable: true }) });
};

const sealPlaces = ({ id: keyId, key }: DataKey, kind: string, id: string, text: string): string => {
  const root = { body: JSON.parse(text) as unknown };
  const places = findSecrets(kind, root);
  for (const place of places) {
    const value = encrypt(key, JSON.stringify(place.parent[place.name]), describeContext(kind, id, place));
    place.parent[place.name] = { sealed: `${keyId}.${value}` } satisfies SealedValue;
  }
  return places.length === 0 ? text : JSON.stringify(root.body);
};

/** A body of one of the kinds in `listWholeMembers`, some of whose secrets are long: as JSON texts, so that each is read once. */
export interface ApartBody {
  /** The body without them. */
  readonly text: string;
  readonly members: readonly { readonly name: string; readonly text: string }[];
}

const sealApart = ({ id: keyId, key }: DataKey, kind: string, id: string, { text, members }: ApartBody): string => {
  const sealed = members.map((member) => {
    const value = encrypt(key, member.text, describeContext(kind, id, { member: member.name }));
    // Without escapes: key ids and sealed values are base64url.
    return `${JSON.stringify(member.name)}:{${marker}${keyId}.${value}"}`;
  });
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${sealed.join(',')}}`;
};

/** The body as the record that was written has it: members are parsed when they are read. */
export const copyApartBody = ({ text, members }: ApartBody): unknown => {
  const parent = JSON.parse(text) as Record<string, unknown>;
  for (const member of members) openLazily({ parent, name: member.name, member: member.name }, () => JSON.parse(member.text) as unknown);
  return parent;
};

const openPlaces = (keys: ReadonlyMap<string, Buffer>, kind: string, id: string, root: { body: unknown }): void => {
  for (const place of findSecrets(kind, root)) {
    const value = place.parent[place.name];
    if (!isSealed(value)) continue;
    const end = value.sealed.indexOf('.');
    const key = keys.get(value.sealed.slice(0, end));
    if (!key) throw new UnknownDataKey(kind, id);
    const context = describeContext(kind, id, place);
    openLazily(place, () => {
      try {
        return JSON.parse(decrypt(key, value.sealed.slice(end + 1), context)) as unknown;
      } catch (error) {
        throw new UnreadableSecret(kind, id, { cause: error });
      }
    });
  }
};

const indexKeys = (keys: readonly DataKey[]): ReadonlyMap<string, Buffer> => new Map(keys.map(({ id, key }) => [id, key]));

/** `keys`: at least one; the last one seals. */
export const createSealer = (keys: readonly DataKey[]): Sealer => {
  let current = keys.at(-1)!;
  let known = indexKeys(keys);
  const derived = new Map<string, Buffer>();
  return {
    currentKey: () => current.id,
    replaceKeys: (next) => {
      current = next.at(-1)!;
      known = indexKeys(next);
      derived.clear();
    },
    deriveKey: (purpose) => {
      const key = derived.get(purpose) ?? createHmac('sha256', current.key).update(`slipway ${purpose}`).digest();
      derived.set(purpose, key);
      return key;
    },
    seal: (kind, id, text) => (canHoldSecret(kind, text) ? sealPlaces(current, kind, id, text) : text),
    sealApart: (kind, id, apart) => sealApart(current, kind, id, apart),
    open: (kind, id, text) => {
      const root = { body: JSON.parse(text) as unknown };
      if (secretMembers[kind] && text.includes(marker)) openPlaces(known, kind, id, root);
      return root.body;
    },
  };
};

/** A sealer with one key, which a person chose for an export. */
export const createExportSealer = (key: Buffer): Sealer => createSealer([{ id: 'export', key }]);

/** A stored body with its secrets sealed by another key. Throws UnknownDataKey or UnreadableSecret. */
export const resealBody = (from: Sealer, to: Sealer, kind: string, id: string, text: string): string =>
  secretMembers[kind] ? to.seal(kind, id, JSON.stringify(from.open(kind, id, text))) : text;
