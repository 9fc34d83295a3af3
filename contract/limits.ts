/** Limits that the browser states before it sends and the server enforces. Without zod, so that any page may load them. */

// product §9.
export const shortestPassword = 6;
export const longestPassword = 128;

export const longestTicketSubject = 200;
export const longestTicketDescription = 10_000;

export const longestSearch = 200;
export const mostStatuses = 10;
export const longestStatusList = 300;
