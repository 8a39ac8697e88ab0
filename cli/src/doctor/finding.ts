/** What one check found. `advice`: what to do about it, for warnings and failures. */
export interface DoctorFinding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failure';
  readonly message: string;
  readonly advice?: string;
}

export const reportOk = (check: string, message: string): DoctorFinding => ({ check, status: 'ok', message });
export const reportWarning = (check: string, message: string, advice: string): DoctorFinding => ({
  check,
  status: 'warning',
  message,
  advice,
});
export const reportFailure = (check: string, message: string, advice: string): DoctorFinding => ({
  check,
  status: 'failure',
  message,
  advice,
});
