import { loginEnvironment } from '../login/login-environment.ts';
import { checkInstallation } from './check-installation.ts';
import { checkServices } from './check-services.ts';
import type { Paint } from '../color/colors.ts';
import type { DoctorFinding } from './finding.ts';

/** All checks, for the app of a folder. */
export const examine = async (folder: string): Promise<readonly DoctorFinding[]> => [
  ...checkInstallation(folder),
  ...(await checkServices(loginEnvironment())),
];

const colors = { ok: 'green', warning: 'yellow', failure: 'red' } as const;

/** One line for each finding, followed by a line that says what to do. */
export const renderFindings = (findings: readonly DoctorFinding[], paint: Paint): string =>
  findings
    .map(
      ({ check, status, message, advice }) =>
        `${paint(colors[status], status.padEnd(7))}  ${check.padEnd(10)}  ${message}${advice ? `\n${' '.repeat(21)}${advice}` : ''}`,
    )
    .join('\n');
