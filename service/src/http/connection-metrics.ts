/** Connections of the HTTP server. */
export interface ConnectionMetrics {
  /** Counts an accepted connection. Call the returned function when it is closed. */
  begin(): () => void;
  open(): number;
  /** Since the server started. */
  accepted(): number;
}

export const createConnectionMetrics = (): ConnectionMetrics => {
  let [open, accepted] = [0, 0];
  return {
    begin: () => {
      open += 1;
      accepted += 1;
      return () => {
        open -= 1;
      };
    },
    open: () => open,
    accepted: () => accepted,
  };
};
