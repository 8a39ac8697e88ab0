import type { CrossFileRule, DocumentFilter } from '@slipway/schema-tools/lint/host';
import { type DiagnosticCode, diagnosticCodeNames, diagnosticCodes, documentationUrlOf } from '../../../mesh-config/src/analysis/codes.ts';
import { findAnalysisKind } from '../../../mesh-config/src/analysis/collections.ts';
import type { DiagnosticLevel } from '../../../mesh-config/src/analysis/diagnostic.ts';
import { expandList } from '../../../mesh-config/src/resources/documents/read-resource.ts';
import { isObject } from '../../../mesh-config/src/resources/document-node.ts';

const severities = { Info: 'info', Warn: 'warning', Error: 'error' } as const satisfies Record<DiagnosticLevel, string>;
export const meshRules: readonly CrossFileRule[] = diagnosticCodeNames.map((id: DiagnosticCode) => ({
  id,
  doc: diagnosticCodes[id].doc,
  severity: severities[diagnosticCodes[id].level],
  page: documentationUrlOf(id),
}));

/** Documents, and lists of them, of a kind that findings can be about or be made of. */
export const isMeshDocument: DocumentFilter = (value) =>
  expandList(value).some(
    ({ value: one }) =>
      isObject(one) &&
      typeof one['apiVersion'] === 'string' &&
      typeof one['kind'] === 'string' &&
      findAnalysisKind(one['apiVersion'], one['kind']) !== undefined,
  );
