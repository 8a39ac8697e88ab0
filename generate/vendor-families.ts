/** The operations of the vendor's document of the workspace service, and how many of them are served. A test counts where it is there. */
export const vendorOperations = { total: 380, served: 337 } as const;

/** Families of operations that are left out, by the vendor's tag: how many, and why. */
export const missingVendorFamilies: readonly (readonly [tag: string, operations: number, reason: string])[] = [
  ['hyok', 17, 'Nothing here is encrypted by keys of a cloud. `hyok-enabled` of a workspace is kept, and opens its sanitized plans.'],
  ['tf-policy-evaluations', 5, 'Policy sets of the kind `tfpolicy` are kept and not evaluated, so there is no evaluation to show.'],
  ['workspace-transfers', 5, 'A workspace stays in its organization.'],
  ['email-recipient-statuses', 4, 'Mail is never sent, so nobody confirms or refuses it.'],
  ['admin-banners', 3, 'There are no announcements: the service has a page for a workspace and one for a run.'],
  ['metrics-tokens', 3, 'There is no service of metrics that such a token would open.'],
  ['recoverable-items', 3, 'What is deleted is gone at once.'],
  ['billing-invoices', 2, 'Nothing is billed.'],
  ['subscriptions', 1, 'No plan of this service counts resources, so there is no threshold to change.'],
];

const operations = missingVendorFamilies.reduce((sum, [, count]) => sum + count, 0);

/** Of docs/coverage.md. */
export const vendorSection: readonly string[] = [
  "## The vendor's document of the workspace service",
  '',
  `HCP Terraform publishes an OpenAPI document with ${vendorOperations.total} operations. The embedded service answers ` +
    `${vendorOperations.served} of them; these ${operations} are 404:`,
  '',
  '| Family | Operations | Why they are left out |',
  '|---|---|---|',
  ...missingVendorFamilies.map(([tag, count, reason]) => `| ${tag} | ${count} | ${reason} |`),
  '',
];
