/** Limits of all work. Bytes and milliseconds. */
export const runnerLimits = {
  /** All forms of the values that are masked in output, together. */
  secrets: 8 * 1024 * 1024,
  /** Between SIGTERM and SIGKILL. */
  grace: 5000,
} as const;
