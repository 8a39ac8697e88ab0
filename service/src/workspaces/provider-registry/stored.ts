import type { StoredTagBinding } from '../tags/stored.ts';

/** The body of a record of kind `gpg-keys`: scope the organization, key the key ID. */
export interface StoredGpgKey {
  /** The organization's name. */
  readonly namespace: string;
  /** 16 hexadecimal digits in upper case. */
  readonly keyId: string;
  readonly asciiArmor: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The body of a record of kind `registry-providers`: scope the organization, key `registry/namespace/name`. */
export interface StoredRegistryProvider {
  readonly organization: string;
  readonly registryName: 'private' | 'public';
  readonly namespace: string;
  readonly name: string;
  /** Its key-value tags; absent: none. */
  readonly tags?: readonly StoredTagBinding[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The body of a record of kind `registry-provider-versions`: scope the provider's ID, key the version. */
export interface StoredProviderVersion {
  readonly organization: string;
  readonly version: string;
  readonly keyId: string;
  /** `['6.0']` */
  readonly protocols: readonly string[];
  /** The secret part of the addresses of its files, which work without a token. */
  readonly secret: string;
  readonly checksumsUploaded: boolean;
  readonly signatureUploaded: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The body of a record of kind `registry-provider-platforms`: scope the version's ID, key `os_arch`. */
export interface StoredProviderPlatform {
  readonly organization: string;
  readonly os: string;
  readonly arch: string;
  /** SHA-256 of the package, in hexadecimal. */
  readonly checksum: string;
  readonly filename: string;
  readonly secret: string;
  readonly uploaded: boolean;
}

/** The body of a record of kind `registry-provider-files`: scope what it belongs to, key `name/index`. */
export interface StoredFilePart {
  readonly base64: string;
}
