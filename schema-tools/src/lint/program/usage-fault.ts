/** What was asked for cannot be done as it was asked: told on stderr, exit code 2. */
export class UsageFault extends Error { constructor(message: string) { super(message); this.name = 'UsageFault'; } }
