import type { Command } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { checkCommand } from './commands/check.ts';
import {
  createCustomerCommand,
  listCustomersCommand,
  showCustomerCommand,
  updateCustomerCommand,
} from './commands/customers.ts';
import { importCommand } from './commands/import.ts';
import {
  eraseCustomerCommand,
  eraseUserCommand,
  exportCustomerCommand,
  exportUserCommand,
} from './commands/privacy.ts';
import { deleteRecordCommand } from './commands/records.ts';
import { restoreCommand } from './commands/restore.ts';
import { retentionCommand } from './commands/retention.ts';
import { listTicketsCommand, setTicketStatusCommand, showTicketCommand } from './commands/tickets.ts';
import {
  inviteUserCommand,
  linkUserCommand,
  listUsersCommand,
  removeFactorsCommand,
  resendInvitationCommand,
  signOutUserCommand,
  unlinkUserCommand,
} from './commands/users.ts';

export const commands: readonly Command[] = [
  createCustomerCommand,
  listCustomersCommand,
  showCustomerCommand,
  updateCustomerCommand,
  inviteUserCommand,
  resendInvitationCommand,
  linkUserCommand,
  unlinkUserCommand,
  removeFactorsCommand,
  signOutUserCommand,
  listUsersCommand,
  importCommand,
  deleteRecordCommand,
  listTicketsCommand,
  showTicketCommand,
  setTicketStatusCommand,
  backupCommand,
  restoreCommand,
  checkCommand,
  auditCommand,
  retentionCommand,
  exportCustomerCommand,
  exportUserCommand,
  eraseCustomerCommand,
  eraseUserCommand,
];
