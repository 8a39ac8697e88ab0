import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { EngineDiagnostic } from 'slipway/engine/messages';
import type { Annotation } from '../app/annotations.ts';
import { isDeprecation, type StackCheck } from './stack-check.ts';

const rule = {
  id: 'deprecated',
  name: 'Deprecated',
  shortDescription: { text: 'Something deprecated is used.' },
  defaultConfiguration: { level: 'warning' },
};

const sarifSchema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const fingerprint = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

const result = (message: string, stack: string, name: string, uri: string, line?: number, column?: number) => ({
  ruleId: rule.id,
  ruleIndex: 0,
  level: 'warning',
  message: { text: message },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri },
        ...(line === undefined ? {} : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } }),
      },
      logicalLocations: [{ fullyQualifiedName: name, kind: 'resource' }],
    },
  ],
  partialFingerprints: { 'slipwayPlan/v1': fingerprint(stack, name, message) },
});

const ofDiagnostic = ({ stack, folder }: StackCheck, { summary, detail, address, range }: EngineDiagnostic) =>
  result(
    detail ? `${summary}: ${detail}` : summary,
    stack,
    address ?? stack,
    encodeURI(posix.join(folder, range?.filename ?? 'cdk.tf.json')),
    range?.start.line,
    range?.start.column,
  );

/** Deprecations as SARIF 2.1.0: warnings of the engine, and those of constructs at synthesis. */
export const renderSarif = (checks: readonly StackCheck[], annotations: readonly Annotation[], version: string): string => {
  const found = checks.flatMap((check) => [
    ...annotations
      .filter(({ stack, level, message }) => stack === check.stack && level === 'warn' && isDeprecation({ summary: message }))
      .map(({ construct, message }) => result(message, check.stack, construct, encodeURI(posix.join(check.folder, 'cdk.tf.json')))),
    ...check.diagnostics.filter(isDeprecation).map((diagnostic) => ofDiagnostic(check, diagnostic)),
  ]);
  const once = [...new Map(found.map((one) => [one.partialFingerprints['slipwayPlan/v1'], one])).values()];
  const run = {
    tool: { driver: { name: 'slipway', version, semanticVersion: version, rules: [rule] } },
    columnKind: 'utf16CodeUnits',
    results: once,
  };
  return `${JSON.stringify({ $schema: sarifSchema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
};
