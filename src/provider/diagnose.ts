import { describeBug } from '@slipway/declarations/bug-report';
import { PossiblyHiddenError } from '../apply/assert-gone.ts';
import { NotFoundError, ImportFormError } from '../apply/find.ts';
import type { InconsistentResult } from '../apply/check-result.ts';
import { ConflictError } from '../apply/overrides/variable-conflict.ts';
import { FirstRunFailedError } from '../apply/no-code-first-run.ts';
import { UpgradeFailedError } from '../apply/no-code-upgrade.ts';
import { describeError } from '../client/describe-error.ts';
import { serviceInfos } from '../client/service-info.ts';
import type { ConfigError } from '@slipway/declarations/derive';
import { hasUnknown } from '@slipway/declarations/declare';
import type { Diagnostic } from '../protocol/provider-server.ts';
import { DownloadError } from './download.ts';
import { SectionError } from './provider-section.ts';
import { NewerStateError } from './upgrade-state.ts';

/** Errors whose message is shown as it is, with the end of the summary. */
const errorTitles: readonly (readonly [abstract new (...of: never[]) => Error, string])[] = [
  [NotFoundError, 'not found'],
  [ConflictError, 'it already exists'],
  [ImportFormError, 'the import ID has another form'],
  [PossiblyHiddenError, 'it cannot be seen'],
  [NewerStateError, 'a newer version of the provider wrote it'],
  [UpgradeFailedError, ''],
  [FirstRunFailedError, ''],
  [DownloadError, ''],
];

/** An error as a diagnostic: of the configuration, the service or the provider. Never a stack, never a secret. */
export const diagnose = (error: unknown, task: string): Diagnostic => {
  if (error instanceof SectionError) {
    const what = error.member === 'dialect' ? `has an unknown dialect` : `has no ${error.member}`;
    return { severity: 'error', summary: `The ${serviceInfos[error.service].title} ${what}`, detail: error.message };
  }
  const why = errorTitles.find(([kind]) => error instanceof kind)?.[1];
  if (why !== undefined) return { severity: 'error', summary: `Could not ${task}${why && `: ${why}`}`, detail: (error as Error).message };
  const { summary, detail } = describeError(error);
  return { severity: 'error', summary: `Could not ${task}: ${summary}`, detail };
};

export const diagnoseConfigError = (settingError: ConfigError): Diagnostic => ({
  severity: 'error',
  summary: settingError.summary,
  detail: settingError.detail,
  path: settingError.path,
});

const formatValue = (value: unknown): string => (hasUnknown(value) ? 'something not known yet' : JSON.stringify(value ?? null));

/** The service returned another value than planned; the state holds the returned value. */
export const diagnoseInconsistency = ({ name, planned, actual: answered, sensitive }: InconsistentResult): Diagnostic => ({
  severity: 'error',
  path: [name],
  summary: `The service did not keep "${name}"`,
  detail:
    `${sensitive ? 'Its value is sensitive and not shown.' : `Planned: ${formatValue(planned)}. Returned: ${formatValue(answered)}.`} ` +
    `The state contains the returned value, so the next plan shows the difference. If \`${name}\` is not in your ` +
    `configuration, its declared default is wrong. ${describeBug('')}`,
});
