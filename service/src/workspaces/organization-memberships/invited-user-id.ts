/** The user of an invitation that nobody has accepted: the same whether there is an account or not. */
export const toInvitedUserId = (membership: string): string => `user-${membership.slice('ou-'.length)}`;

/** The invitation that such a user stands for. */
export const toInvitationId = (user: string): string => `ou-${user.slice('user-'.length)}`;
