/** Limits that the browser states before it sends and the server enforces. Without zod, so that any page may load them. */

// product §9.
export const shortestPassword = 6;
export const longestPassword = 128;

export const longestTicketSubject = 200;
export const longestTicketDescription = 10_000;

export const longestSearch = 200;
export const mostStatuses = 10;
export const longestStatusList = 300;

// A list of statuses travels in one URL parameter, separated by commas.
const longestStatus = longestStatusList / mostStatuses - 1;
/** Whether a filter can name this status. */
export const canFilterBy = (status: string) => status !== '' && status.length <= longestStatus && !status.includes(',');
