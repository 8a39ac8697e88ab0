import { implicitRules, rules } from '../../rules/index.ts';
import type { CrossFileRule } from '../../cross-file/cross-file-analysis.ts';
import type { Rule } from '../../rule.ts';
import type { Report } from '../report.ts';
import { fingerprints } from './fingerprint.ts';
import { sarifResult } from './result.ts';
import { uriBase, folderUri, artifactLocation } from './artifact-location.ts';

const levels = { error: 'error', warning: 'warning', info: 'note', off: 'warning' } as const;

/** Every rule there is, in an order that results count by. */
const ruleDescriptors = (all: readonly (CrossFileRule | Omit<Rule, 'check'>)[]) =>
  all.map(({ id, doc, severity, ...rest }) => ({
    id,
    name: id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: doc },
    fullDescription: { text: doc },
    help: {
      text:
        `${doc} Set its severity with \`rules\` in the config file; ignore one place with a comment: ` +
        `slipway-lint-ignore-next-line ${id} -- reason`,
    },
    ...('page' in rest && rest.page !== undefined ? { helpUri: rest.page } : {}),
    defaultConfiguration: { enabled: severity !== 'off', level: levels[severity] },
  }));

const sarifSchema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** SARIF 2.1.0, one run. Known and ignored findings are in it, marked as such. */
export const sarifReport: Report = (findings, { version, files, folder, isComplete = true, gone = [], rules: more = [] }) => {
  const descriptors = ruleDescriptors([...rules, ...implicitRules, ...more]);
  const ruleIndex = new Map(descriptors.map(({ id }, index) => [id, index]));
  const names = [...new Set([...files, ...findings.map(({ file }) => file)])];
  const artifacts = new Map(names.map((file, index) => [file, { ...artifactLocation(file, folder), index }]));
  const fingerprintOf = fingerprints();
  const run = {
    tool: { driver: { name: 'slipway-lint', version, semanticVersion: version, rules: descriptors } },
    ...(folder === undefined ? {} : { originalUriBaseIds: { [uriBase]: { uri: folderUri(folder) } } }),
    invocations: [
      {
        executionSuccessful: isComplete,
        ...(folder === undefined ? {} : { workingDirectory: { uri: folderUri(folder) } }),
      },
    ],
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    artifacts: names.map((file) => ({ location: artifactLocation(file, folder) })),
    results: findings.map((finding) =>
      sarifResult(finding, artifacts.get(finding.file)!, ruleIndex.get(finding.rule) ?? -1, fingerprintOf(finding)),
    ),
    // Results that are not there any more would be shown as open by those who do not read baselineState.
    ...(gone.length === 0 ? {} : { properties: { goneFromBaseline: gone } }),
  };
  return `${JSON.stringify({ $schema: sarifSchema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
};
