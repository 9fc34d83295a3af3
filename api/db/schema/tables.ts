export * from './accounts.ts';
export * from './records.ts';
