import type { Finding, Region } from '../../finding.ts';
import type { ArtifactLocation } from './artifact-location.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

const sarifRegion = ({ line, column, endLine, endColumn }: Region) => ({ startLine: line, startColumn: column, endLine, endColumn });

const suppressions = ({ suppressed, baseline }: Finding) => [
  ...(suppressed
    ? [
        {
          kind: suppressed.by === 'comment' ? 'inSource' : 'external',
          status: 'accepted',
          ...(suppressed.reason === undefined ? {} : { justification: suppressed.reason }),
        },
      ]
    : []),
  ...(baseline === 'known' ? [{ kind: 'external', status: 'accepted', justification: 'It is in the baseline.' }] : []),
];

/** One finding as a result. `ruleIndex`: among the rules of the driver; `index`: among the artifacts of the run. */
export const sarifResult = (
  finding: Finding,
  artifact: ArtifactLocation & { readonly index: number },
  ruleIndex: number,
  fingerprint: string,
) => {
  const { pointer, rule, severity, message, replacement, related, baseline, edit } = finding;
  const place = (region: Region) => ({ physicalLocation: { artifactLocation: artifact, region: sarifRegion(region) } });
  const { index: _, ...file } = artifact;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: {
      text: replacement === undefined || message.includes(`\`${replacement}\``) ? message : `${message} (write \`${replacement}\` instead)`,
    },
    locations: [{ ...place(finding), ...(pointer === '' ? {} : { logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }] }) }],
    ...(related === undefined
      ? {}
      : {
          relatedLocations: related.map((region, id) => ({
            id: id + 1,
            ...place(region),
            message: { text: 'An alias brings it in again here.' },
          })),
        }),
    partialFingerprints: { 'slipwayLint/v1': fingerprint },
    ...(baseline === undefined ? {} : { baselineState: baseline === 'known' ? 'unchanged' : 'new' }),
    suppressions: suppressions(finding),
    ...(edit === undefined
      ? {}
      : {
          fixes: [
            {
              description: { text: `Write \`${replacement ?? edit.text}\` instead.` },
              artifactChanges: [
                { artifactLocation: file, replacements: [{ deletedRegion: sarifRegion(edit), insertedContent: { text: edit.text } }] },
              ],
            },
          ],
        }),
  };
};
