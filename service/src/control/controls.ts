import { assessmentControls } from './assessments.ts';
import { backupControls } from './backup.ts';
import { resetControls } from './reset.ts';
import { clockControls } from './clock.ts';
import type { ControlEndpoints } from './control.ts';
import { configurationVersionControls } from './configuration-versions.ts';
import { coverageControls } from './coverage.ts';
import { faultControls } from './faults.ts';
import { healthControls } from './health.ts';
import { jobOutcomeControls } from './job-outcomes.ts';
import { metricControls } from './metrics/metrics.ts';
import { moveControls } from './move.ts';
import { openApiControls } from './openapi.ts';
import { outboxControls } from './outbox.ts';
import { createPageControls } from './page.ts';
import { requestControls } from './requests.ts';
import { runControls } from './runs.ts';
import { settingsControls } from './settings.ts';
import { snapshotControls } from './snapshots.ts';
import { stateControls } from './state.ts';

/** Every control endpoint; docs/control.md has their requests and responses. */
export const controls: ControlEndpoints = {
  ...createPageControls(() => Object.keys(controls)),
  ...healthControls,
  ...requestControls,
  ...coverageControls,
  ...metricControls,
  ...openApiControls,
  ...faultControls,
  ...clockControls,
  ...moveControls,
  ...settingsControls,
  ...resetControls,
  ...stateControls,
  ...backupControls,
  ...snapshotControls,
  ...runControls,
  ...assessmentControls,
  ...configurationVersionControls,
  ...jobOutcomeControls,
  ...outboxControls,
};
