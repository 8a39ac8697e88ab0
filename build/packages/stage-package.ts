import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { type Composition, renderBillOfMaterials } from './bill-of-materials.ts';
import { bundledPackages, dependencyPackages, licenseText, type InstalledPackage } from './bundled-packages.ts';

/** The manifest of a published package, as far as it is read here. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly bin?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}
export interface PackageStage {
  /** The checkout. */
  readonly root: string;
  /** What becomes the archive. */
  readonly folder: string;
  readonly manifest: PublishedManifest;
  readonly bundles: readonly Metafile[];
}

const noticeHeading = 'This package contains code of other packages, under the licenses below.';

/** A text that several packages carry stands there once, below all their names. */
const renderNotices = (root: string, bundled: readonly InstalledPackage[]): string => {
  const packagesByText = new Map<string, string[]>();
  for (const one of bundled) {
    const text = licenseText(root, one)?.trim() ?? `Its package carries no text of the license ${one.license}.`;
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${one.name} ${one.version} (${one.license})`]);
  }
  const notices = [...packagesByText].map(([text, headings]) => `${'-'.repeat(80)}\n${headings.join('\n')}\n\n${text}`);
  return [noticeHeading, ...notices].join('\n\n');
};

/** Writes what every package carries beside its code: manifest, license, notices of bundled packages, bill of materials. */
export function writePackageFiles({ root, folder, manifest, bundles }: PackageStage): Composition {
  const bundled = bundledPackages(root, bundles);
  const { name, version, license, bin, dependencies = {} } = manifest;
  const composition: Composition = {
    name,
    version,
    license,
    kind: bin ? 'application' : 'library',
    bundled,
    dependencies: dependencyPackages(root, Object.keys(dependencies)),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  if (bundled.length > 0) writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), `${renderNotices(root, bundled)}\n`);
  writeFileSync(join(folder, 'sbom.cdx.json'), renderBillOfMaterials(composition));
  return composition;
}
