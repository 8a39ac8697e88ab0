/** The ID of the placeholder user of a pending invitation, which does not reveal whether an account exists. */
export const toInvitedUserId = (membership: string): string => `user-${membership.slice('ou-'.length)}`;

/** The ID of the invitation that such a user represents. */
export const toInvitationId = (user: string): string => `ou-${user.slice('user-'.length)}`;
