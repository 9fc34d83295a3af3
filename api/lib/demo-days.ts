const dayMs = 24 * 60 * 60 * 1000;

/** Dates relative to today, so that the demo always has invoices due soon. */
export function daysFrom(today: Date) {
  const at = (days: number, hour = 9, minute = 0) => {
    const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), hour, minute);
    return new Date(start + days * dayMs);
  };
  return {
    day: (days: number) => at(days).toISOString().slice(0, 10),
    moment: (days: number, hour?: number, minute?: number) => at(days, hour, minute).toISOString(),
    ticketNumber: (days: number, hour?: number, minute?: number) => `TKT-${at(days, hour, minute).getTime()}`,
  };
}

export type Days = ReturnType<typeof daysFrom>;
