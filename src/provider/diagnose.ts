import { PerhapsHidden } from '../apply/missing.ts';
import { NotFound, WrongForm } from '../apply/find.ts';
import type { Broken } from '../apply/judge.ts';
import { UpgradeFailed } from '../apply/upgrade.ts';
import { describe } from '../client/describe.ts';
import { services } from '../client/services.ts';
import type { Fault } from '../derive/index.ts';
import { holdsUnknown } from '../declare/index.ts';
import type { Diagnostic } from '../protocol/server.ts';
import { DownloadFailed } from './download.ts';
import { SectionFault } from './section.ts';
import { NewerState } from './upgrade-state.ts';

/** Errors whose message is for the person as it stands, and what a title says of them. */
const titles: readonly (readonly [abstract new (...of: never[]) => Error, string])[] = [
  [NotFound, 'not found'],
  [WrongForm, 'it is imported by another form'],
  [PerhapsHidden, 'it cannot be seen'],
  [NewerState, 'a newer version of the provider wrote it'],
  [UpgradeFailed, ''],
  [DownloadFailed, ''],
];

/** The three speakers: their configuration, the service, us. Never a stack, never a secret. */
export const diagnose = (error: unknown, doing: string): Diagnostic => {
  if (error instanceof SectionFault) {
    const what = error.member === 'profile' ? `is given a profile that is none` : `has no ${error.member}`;
    return { severity: 'error', summary: `The ${services[error.service].title} ${what}`, detail: error.message };
  }
  const why = titles.find(([kind]) => error instanceof kind)?.[1];
  if (why !== undefined) return { severity: 'error', summary: `Could not ${doing}${why && `: ${why}`}`, detail: (error as Error).message };
  const { summary, detail } = describe(error);
  return { severity: 'error', summary: `Could not ${doing}: ${summary}`, detail };
};

export const diagnoseFault = (fault: Fault): Diagnostic => ({ severity: 'error', summary: fault.summary, detail: fault.detail, path: fault.path });

const shown = (value: unknown): string => (holdsUnknown(value) ? 'something not known yet' : JSON.stringify(value ?? null));

/** The service answered something else than it was asked for; the state holds what it answered. */
export const diagnoseBroken = ({ name, planned, answered, sensitive }: Broken): Diagnostic => ({
  severity: 'error', path: [name],
  summary: `The service did not keep "${name}"`,
  detail: `${sensitive ? 'Its value is sensitive and not shown.' : `Asked for ${shown(planned)}, answered ${shown(answered)}.`} `
    + `The state holds what the service answered, so the next plan shows the difference. If \`${name}\` is not in your configuration, our claim about its default is wrong: please report it.`,
});
