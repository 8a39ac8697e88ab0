/** An error as the services spell it (gaps, section 2); `status` is text. */
export const errorDocument = (status: string, title = 'not found', detail = 'it is not here') => ({ errors: [{ status, title, detail }] });

/** What a token that sees everything in an organization may do there. */
export const allPermissions = { 'can-create-workspace': true, 'can-manage-varsets': true, 'can-create-project': true };

/** The organization `acme` as read to find out what a 404 proves. */
export const organizationRead = (permissions: { readonly [name: string]: boolean }) =>
  ({
    request: 'GET /organizations/acme',
    status: 200,
    answer: { data: { id: 'acme', type: 'organizations', attributes: { name: 'acme', permissions } } },
  }) as const;

/** The same, hidden. */
export const hiddenOrganizationRead = { request: 'GET /organizations/acme', status: 404, answer: errorDocument('404') } as const;
