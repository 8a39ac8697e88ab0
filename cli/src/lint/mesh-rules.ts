import type { CrossFileRule, DocumentFilter } from '@slipway/schema-tools/lint/host';
import {
  type DiagnosticCode,
  diagnosticCodeNames,
  diagnosticCodes,
  type DiagnosticLevel,
  documentationUrlOf,
  findAnalysisKind,
  isNewerKind,
} from '@slipway/mesh-config/diagnostics';
import { expandList, isObject } from '@slipway/mesh-config/resources';

const severities = { Info: 'info', Warn: 'warning', Error: 'error' } as const satisfies Record<DiagnosticLevel, string>;
/** A mesh has one resource of a kind, namespace and name; files may hold more, for different meshes. */
export const duplicateRule: CrossFileRule = {
  id: 'duplicate-resource',
  doc: 'Resources of a mesh that have the kind, namespace and name of another one in the files.',
  severity: 'info',
};

/** Nothing is known about such parts, so they are neither right nor wrong. */
export const newerRule: CrossFileRule = {
  id: 'newer-release',
  doc: 'Kinds and fields of a mesh that are newer than the supported release. They are not checked.',
  severity: 'info',
};

export const meshRules: readonly CrossFileRule[] = [
  ...diagnosticCodeNames.map((id: DiagnosticCode) => ({
    id,
    doc: diagnosticCodes[id].doc,
    severity: severities[diagnosticCodes[id].level],
    page: documentationUrlOf(id),
  })),
  duplicateRule,
  newerRule,
];

/** Documents, and lists of them, of a kind that findings can be about or be made of. */
export const isMeshDocument: DocumentFilter = (value) =>
  expandList(value).some(
    ({ value: one }) =>
      isObject(one) &&
      typeof one['apiVersion'] === 'string' &&
      typeof one['kind'] === 'string' &&
      (findAnalysisKind(one['apiVersion'], one['kind']) !== undefined || isNewerKind(one['apiVersion'], one['kind'])),
  );
