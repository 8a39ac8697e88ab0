import { bool, id, listOf, object, oneOf, optional, required, string } from '@slipway/declarations/declare';
import { optionalTimes } from './entry-kinds.ts';

const platform = object({
  id: optional(id('provpltfrm'), 'ID. Default: random.'),
  os: required(string, 'Operating system, such as `linux`.'),
  arch: required(string, 'Architecture, such as `amd64`.'),
  shasum: required(string, 'SHA-256 of the package, in hexadecimal digits.'),
  filename: required(string, 'Name of the file of the package.'),
  package: optional(string, 'The package: a zip file, in base64. Without it, it is uploaded.'),
});
const version = object({
  id: optional(id('provver'), 'ID. Default: random.'),
  version: required(string, 'Version, such as `1.2.0`.'),
  key_id: required(string, 'ID of the GPG key that signs its checksums.'),
  protocols: optional(listOf(string), 'Versions of the protocol that it speaks. Default: `6.0`.'),
  shasums: optional(string, 'The file of the checksums of its packages. Without it, it is uploaded.'),
  shasums_signature: optional(string, 'The signature of the checksums by the key, in base64. Without it, it is uploaded.'),
  platforms: optional(listOf(platform), 'Its packages.'),
  ...optionalTimes,
});

/** A provider of the private registry, in a seed file. */
export const registryProviderEntry = object({
  id: optional(id('prov'), 'ID. Default: random.'),
  name: required(string, 'Name.'),
  namespace: optional(string, 'Namespace. Default: the name of the organization.'),
  registry: optional(oneOf('private', 'public'), 'Registry that it comes from. Default: `private`.'),
  versions: optional(listOf(version), 'Versions, in any order.'),
  ...optionalTimes,
});
export const gpgKeyEntry = object({
  id: optional(id('gpgkey'), 'ID. Default: random.'),
  ascii_armor: required(string, 'The public key as `gpg --armor --export` writes it.'),
  ...optionalTimes,
});
export const noCodeEntry = object({
  id: optional(id('nocode'), 'ID. Default: random.'),
  enabled: optional(bool, 'Whether workspaces can be created from the module. Default: `true`.'),
  version_pin: optional(string, 'The version that they are created from. Default: the newest.'),
});
