import { loginEnvironment } from '../login/login-environment.ts';
import { checkInstallation } from './check-installation.ts';
import { checkServices } from './check-services.ts';
import type { DoctorFinding } from './finding.ts';

/** All checks, for the app of a folder. */
export const examine = async (folder: string): Promise<readonly DoctorFinding[]> => [
  ...checkInstallation(folder),
  ...(await checkServices(loginEnvironment())),
];

const marks = { ok: 'ok     ', warning: 'warning', failure: 'failure' } as const;

/** One line for each finding, followed by a line that says what to do. */
export const renderFindings = (findings: readonly DoctorFinding[]): string =>
  findings
    .map(
      ({ check, status, message, advice }) =>
        `${marks[status]}  ${check.padEnd(10)}  ${message}${advice ? `\n${' '.repeat(21)}${advice}` : ''}`,
    )
    .join('\n');
