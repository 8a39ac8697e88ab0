import { createHash } from 'node:crypto';
import type { InstalledPackage } from './bundled-packages.ts';

/** What a published package is made of. */
export interface Composition {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly kind: 'application' | 'library';
  /** Third-party packages whose code is inside. */
  readonly bundled: readonly InstalledPackage[];
  /** Third-party packages that npm installs beside it. */
  readonly dependencies: readonly InstalledPackage[];
}

const packageUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const licenses = (text: string): readonly object[] => [/^[\w.+-]+$/.test(text) ? { license: { id: text } } : { expression: text }];
const nameParts = (name: string): object => {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return { ...(group ? { group } : {}), name: own };
};

const describeComponent = ({ name, version, license, sha512 }: InstalledPackage, isBundled: boolean): object => ({
  type: 'library',
  'bom-ref': packageUrl(name, version),
  ...nameParts(name),
  version,
  scope: 'required',
  licenses: licenses(license),
  purl: packageUrl(name, version),
  ...(sha512 ? { hashes: [{ alg: 'SHA-512', content: sha512 }] } : {}),
  properties: [{ name: 'slipway:delivery', value: isBundled ? 'bundled' : 'dependency' }],
});

/** A name-based UUID of a text: the same composition has the same number. */
const serialNumber = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The software bill of materials of a package: CycloneDX 1.6, without a time, so that two builds of one source are equal. */
export function renderBillOfMaterials({ name, version, license, kind, bundled, dependencies }: Composition): string {
  const own = packageUrl(name, version);
  const unique = new Map<string, object>();
  const needs = new Map<string, readonly string[]>();
  const all = [...bundled, ...dependencies];
  const reference = (wanted: string): readonly string[] =>
    all.filter((one) => one.name === wanted).map((one) => packageUrl(one.name, one.version));
  for (const one of all) {
    const url = packageUrl(one.name, one.version);
    if (!unique.has(url)) unique.set(url, describeComponent(one, bundled.includes(one)));
    needs.set(url, [...new Set(one.dependencies.flatMap(reference))].sort());
  }
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: kind, 'bom-ref': own, ...nameParts(name), version, licenses: licenses(license), purl: own },
    },
    components: [...unique.values()],
    dependencies: [{ ref: own, dependsOn: [...unique.keys()] }, ...[...needs].map(([ref, dependsOn]) => ({ ref, dependsOn }))],
  };
  const serial = serialNumber(JSON.stringify(content));
  return `${JSON.stringify({ ...content, serialNumber: serial })}\n`;
}
