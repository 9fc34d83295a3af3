import { randomBytes } from 'node:crypto';
import { type OperatorDatabase, inOperatorTransaction } from '#api/db/operator-database.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { createCustomer } from '#api/services/customers/operator-customers.ts';

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

/** A customer with a ticket that has random files. */
export async function attachFiles(
  operator: Pick<OperatorDatabase, 'client'>,
  { dataDir, count = 1, size = 200_000 }: { dataDir: string; count?: number; size?: number },
): Promise<void> {
  const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
  await inOperatorTransaction(operator, async (client) => {
    const { id } = await createCustomer(client, { name: 'Cabinet Masséna' });
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO tickets (customer_id, ticket_number, subject, description) VALUES ($1, 'TKT-1', 'S', 'D') RETURNING id`,
      [id],
    );
    for (let at = 0; at < count; at += 1) {
      const received = await receiveFile(files, oneChunk(randomBytes(size)));
      await files.storage.store(id, received);
      await client.query(
        `INSERT INTO attachments (customer_id, ticket_id, file_name, content_type, size, sha256, state)
        VALUES ($1, $2, 'a.bin', 'application/pdf', $3, $4, 'clean')`,
        [id, rows[0]?.id, received.size, received.sha256],
      );
    }
  });
}
