import { action, bool, conflictsWith, exactlyOneOf, int, optional, required, setOf, uuid, when } from '../../../declare/index.ts';
import { projectSlugKind } from '../kinds.ts';

const workflow_id = required(uuid, 'The workflow.');

export const ciRerunWorkflow = action('ci_rerun_workflow', {
  service: 'ci',
  doc: 'Runs a workflow again, all of it or in part.',
  requests: ['POST /workflow/{workflow_id}/rerun'],
  attributes: {
    workflow_id,
    from_failed: optional(bool, 'Only from the jobs that failed.'),
    jobs: optional(setOf(uuid), 'Only these jobs, and what they need.'),
    enable_ssh: optional(bool, 'Whether one can log in to the jobs.'),
    sparse_tree: optional(bool, 'Whether only those jobs and what needs them are run.'),
  },
  constraints: [conflictsWith('from_failed', 'jobs')],
});

export const ciCancelWorkflow = action('ci_cancel_workflow', {
  service: 'ci',
  doc: 'Cancels a workflow.',
  requests: ['POST /workflow/{workflow_id}/cancel'],
  attributes: { workflow_id },
});

export const ciApproveJob = action('ci_approve_job', {
  service: 'ci',
  doc: 'Approves a job that waits for it.',
  requests: ['POST /workflow/{workflow_id}/approve/{approval_request_id}'],
  attributes: { workflow_id, approval_request_id: required(uuid, 'The approval request of the job, from `slipway_ci_workflow_jobs`.') },
});

export const ciCancelJob = action('ci_cancel_job', {
  service: 'ci',
  doc: 'Cancels a job, by its ID or by its number in a project.',
  requests: ['POST /jobs/{job_id}/cancel', 'POST /project/{project_slug}/job/{job_number}/cancel'],
  attributes: {
    job_id: optional(uuid, 'The job.'),
    project_slug: optional(projectSlugKind, 'Its project.'),
    job_number: optional(int, 'Its number there.'),
  },
  constraints: [exactlyOneOf('job_id', 'job_number'), when('job_number').needs('project_slug')],
});
