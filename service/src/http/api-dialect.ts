/** The words a service answers in (docs/decisions: wire profiles); `auto` answers in the words it was asked in. */
export type ApiDialect = 'neutral' | 'hosted' | 'auto';
