import type { Finding, Region } from '../../finding.ts';
import { messageWithReplacement } from '../../wording/replacement-advice.ts';
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

type Place = (region: Region) => object;

const relatedLocations = ({ related }: Finding, place: Place): object => {
  if (related === undefined) return {};
  const message = { text: 'An alias brings it in again here.' };
  return { relatedLocations: related.map((region, id) => ({ id: id + 1, ...place(region), message })) };
};

const fixes = ({ edit, replacement }: Finding, artifactLocation: ArtifactLocation): object => {
  if (edit === undefined) return {};
  const replacements = [{ deletedRegion: sarifRegion(edit), insertedContent: { text: edit.text } }];
  const description = { text: `Write \`${replacement ?? edit.text}\` instead.` };
  return { fixes: [{ description, artifactChanges: [{ artifactLocation, replacements }] }] };
};

/** One finding as a result. `ruleIndex`: among the rules of the driver; `index`: among the artifacts of the run. */
export const sarifResult = (
  finding: Finding,
  artifact: ArtifactLocation & { readonly index: number },
  ruleIndex: number,
  fingerprint: string,
) => {
  const { pointer, rule, severity, baseline } = finding;
  const place: Place = (region) => ({ physicalLocation: { artifactLocation: artifact, region: sarifRegion(region) } });
  const { index: _index, ...file } = artifact;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: messageWithReplacement(finding) },
    locations: [{ ...place(finding), ...(pointer === '' ? {} : { logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }] }) }],
    ...relatedLocations(finding, place),
    partialFingerprints: { 'slipwayLint/v1': fingerprint },
    ...(baseline === undefined ? {} : { baselineState: baseline === 'known' ? 'unchanged' : 'new' }),
    suppressions: suppressions(finding),
    ...fixes(finding, file),
  };
};
